import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { storedText } from '#elements/web/page/stored.ts';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { isBlank } from '#kernel/clean-text.ts';

import type { ChangesAnswer } from '../../protocol.ts';
import { changesKey, commitChanges, proposeMessage, stageChanges } from '../queries.ts';
import { pathsOf } from './file-words.ts';

interface CommitFormProps {
  readonly session: string;
  readonly changes: ChangesAnswer;
  /** Whether the changes are being reloaded. */
  readonly isWaiting: boolean;
  /** Whether no other button of the screen is the primary one. */
  readonly isPrimary: boolean;
  readonly onRevertAll: () => void;
}

const draftOf = (session: string) => storedText('localStorage', `warren.commit-message.${session}`);

/** Commits the staged files. If nothing is staged, it stages the listed files. */
export function CommitForm({ session, changes, isWaiting, isPrimary, onRevertAll }: CommitFormProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const [message, setMessage] = useState(() => draftOf(session).read() ?? '');
  const write = (text: string) => {
    setMessage(text);
    draftOf(session).write(text === '' ? null : text);
  };
  const { files, staged, commitTrouble: trouble } = changes;
  const open = files.filter((file) => file.staged !== null);
  const listed = new Set(files.flatMap(pathsOf));
  // No checkbox can unstage these.
  const others = staged?.paths.filter((path) => !listed.has(path)) ?? [];
  const refresh = () => queries.invalidateQueries({ queryKey: changesKey(session) });
  const stage = useMutation({
    mutationFn: (isStaged: boolean) =>
      stageChanges(session, { paths: isStaged ? open.flatMap(pathsOf) : (staged?.paths ?? []), isStaged }),
    onSettled: refresh,
  });
  const proposal = useMutation({
    mutationFn: () => proposeMessage(session),
    onSuccess: (proposed) => write(proposed.message),
    onSettled: refresh,
  });
  const commit = useMutation({
    mutationFn: (id: string) => commitChanges(session, { message: message.trim(), staged: id }),
    onSuccess(done) {
      write('');
      toast({ text: `Committed as ${done.commit}.` });
    },
    onSettled: refresh,
  });
  return (
    <div className="flex flex-none flex-col gap-2 border-t border-line px-4 py-3">
      {staged && (
        <>
          <textarea
            aria-label="Commit message"
            placeholder="Commit message"
            dir="auto"
            rows={2}
            value={message}
            onChange={({ target }) => write(target.value)}
            className="field-sizing-content max-h-[30dvh] min-h-[calc(2lh+1rem)] w-full resize-none rounded-small border border-line-strong bg-surface px-2.5 py-1.5 font-serif text-base leading-snug"
          />
          <p className="text-xs text-ink-soft [overflow-wrap:anywhere]">
            {stagedInWords(staged, others)}
            {others.length > 0 && (
              <button
                type="button"
                disabled={stage.isPending}
                onClick={() => stage.mutate(false)}
                className="ml-1.5 min-h-6 cursor-pointer underline hover:text-ink"
              >
                Unstage all
              </button>
            )}
          </p>
          {trouble !== null && <p className="text-sm text-warn">{trouble}</p>}
        </>
      )}
      <FailureText error={commit.error ?? proposal.error ?? stage.error} />
      <div className="flex flex-wrap items-center gap-2">
        {!staged && open.length > 0 && (
          <Button look={isPrimary ? 'primary' : 'outlined'} isBusy={stage.isPending} onClick={() => stage.mutate(true)}>
            Stage {count(open.length, 'file')}
          </Button>
        )}
        {staged && (
          <>
            <Button
              look={isPrimary ? 'primary' : 'outlined'}
              isBusy={commit.isPending}
              disabled={isBlank(message) || trouble !== null || isWaiting}
              title={isBlank(message) ? 'Write a message first.' : undefined}
              onClick={() => commit.mutate(staged.id)}
            >
              Commit {count(staged.files, 'staged file')}
            </Button>
            {isBlank(message) && (
              <Button look="quiet" isBusy={proposal.isPending} onClick={() => proposal.mutate()}>
                Propose
              </Button>
            )}
          </>
        )}
        {files.length > 0 && (
          <Button look="quiet" onClick={onRevertAll}>
            Revert all
          </Button>
        )}
      </div>
    </div>
  );
}

const MAX_NAMED = 10;

/** Summarises the staged files, and names those that are not in the list. */
function stagedInWords(staged: NonNullable<ChangesAnswer['staged']>, others: readonly string[]): string {
  const sum = `Staged: ${count(staged.files, 'file')}, +${staged.added} −${staged.removed}.`;
  if (others.length === 0) return sum;
  const more = others.length - MAX_NAMED;
  return `${sum} Not in the list: ${others.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
