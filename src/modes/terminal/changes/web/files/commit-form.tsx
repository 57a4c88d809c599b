import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { storedText } from '#elements/web/page/stored.ts';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { isBlank } from '#kernel/clean-text.ts';

import type { FileChange } from '../../protocol.ts';
import { changesKey, changesQuery, commitChanges, proposeMessage, stageChanges } from '../queries.ts';
import { pathsOf } from './file-words.ts';

interface CommitFormProps {
  readonly session: string;
  /** The files that are listed. */
  readonly files: readonly FileChange[];
  readonly isGit: boolean;
  /** No other button of the screen is the primary one. */
  readonly isPrimary: boolean;
  readonly onRevertAll: () => void;
}

const draftOf = (session: string) => storedText('localStorage', `warren.commit-message.${session}`);

/** Commits what is staged; where nothing is, the files that are listed. */
export function CommitForm({ session, files, isGit, isPrimary, onRevertAll }: CommitFormProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const [message, setMessage] = useState(() => draftOf(session).read() ?? '');
  const write = (text: string) => {
    setMessage(text);
    draftOf(session).write(text === '' ? null : text);
  };
  // What is staged may be more than what is listed.
  const { data: uncommitted } = useQuery({ ...changesQuery(session, 'commit'), enabled: isGit });
  const staged = uncommitted?.files.filter((file) => file.staged === 'part' || file.staged === 'all').length ?? 0;
  const open = files.filter((file) => file.staged !== null);
  const refresh = () => queries.invalidateQueries({ queryKey: changesKey(session) });
  const stageIfNone = async () => {
    if (staged === 0) await stageChanges(session, { paths: open.flatMap(pathsOf), isStaged: true });
  };
  const proposal = useMutation({
    async mutationFn() {
      await stageIfNone();
      return proposeMessage(session);
    },
    onSuccess: (proposed) => write(proposed.message),
    onSettled: refresh,
  });
  const commit = useMutation({
    async mutationFn() {
      await stageIfNone();
      return commitChanges(session, message.trim());
    },
    onSuccess(done) {
      write('');
      toast({ text: `Committed as ${done.commit}.` });
    },
    onSettled: refresh,
  });
  const trouble = uncommitted?.commitTrouble ?? null;
  const canCommit = staged > 0 || open.length > 0;
  return (
    <div className="flex flex-none flex-col gap-2 border-t border-line px-2 pt-3 pb-3">
      {canCommit && (
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
          {trouble !== null && <p className="text-sm text-warn">{trouble}</p>}
          <FailureText error={commit.error ?? proposal.error} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {canCommit && (
          <>
            <Button
              look={isPrimary ? 'primary' : 'outlined'}
              isBusy={commit.isPending}
              disabled={isBlank(message) || trouble !== null}
              title={isBlank(message) ? 'Write a message first.' : undefined}
              onClick={() => commit.mutate()}
            >
              {staged > 0 ? `Commit ${staged} staged` : `Commit ${count(open.length, 'file')}`}
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
