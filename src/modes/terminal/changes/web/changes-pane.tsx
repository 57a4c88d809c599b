import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { storedText } from '#elements/web/page/stored.ts';
import { useMedia } from '#elements/web/page/use-media.ts';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { ChangesAnswer, FileChange, Hunk } from '../protocol.ts';
import { type SayInChat, SendComments } from './comments/send-comments.tsx';
import { useComments } from './comments/use-comments.ts';
import type { DiffLook } from './diff/diff-rows.ts';
import { isFree } from './diff/diff-view.tsx';
import { FilePane } from './diff/file-pane.tsx';
import { BranchLine } from './files/branch-line.tsx';
import { CommitForm } from './files/commit-form.tsx';
import { FileList } from './files/file-list.tsx';
import { pathsOf } from './files/file-words.ts';
import { SinceChoice } from './files/since-choice.tsx';
import { changesKey, changesQuery, revertChanges, stageChanges } from './queries.ts';

interface ChangesPaneProps {
  readonly session: string;
  /** False while another view of the session is visible. */
  readonly isShown: boolean;
  /** Whether the files are on another server, so that nothing can be changed. */
  readonly isReadOnly: boolean;
  /** Whether another button of the screen is the primary one. */
  readonly hasPrimary: boolean;
  /** Undefined without a chat to send comments to. Lines then cannot be commented on. */
  readonly onSend: SayInChat | undefined;
}

const KEYS: readonly PageKey[] = [
  { keys: 'j k', does: 'next, previous change of the file' },
  { keys: 'Shift-j Shift-k', does: 'next, previous file' },
  { keys: 'Up Down', does: 'from line to line; with Shift several' },
  { keys: 'Enter', does: 'comment on them' },
  { keys: 'Ctrl/Cmd-Enter', does: 'keep the comment' },
];
const NO_KEYS: readonly PageKey[] = [];
const ROOM_FOR_SIDES = '(min-width: 1000px)';
const look = storedText('localStorage', 'warren.diff-look');
const sinceOf = (session: string) => storedText('localStorage', `warren.changes-since.${session}`);

/** Shows the changed files of a session, the lines of one, comments on them, and the commit form. */
export function ChangesPane({ session, isShown, isReadOnly, hasPrimary, onSend: send }: ChangesPaneProps) {
  const onSend = isReadOnly ? undefined : send;
  usePageKeys(isShown ? KEYS : NO_KEYS);
  const queries = useQueryClient();
  const notify = useNotifyUndoable();
  const [since, setSince] = useState(() => sinceOf(session).read() ?? 'start');
  const changes = useQuery(changesQuery(session, since));
  const { data } = changes;
  const files = data?.files ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [isFileOpen, setFileOpen] = useState(false);
  const path = chosen ?? files[0]?.path ?? null;
  const comments = useComments(session);
  const [diffLook, setDiffLook] = useState<DiffLook>(() => (look.read() === 'sides' ? 'sides' : 'unified'));
  const hasSides = useMedia(ROOM_FOR_SIDES);
  const refresh = () => queries.invalidateQueries({ queryKey: changesKey(session) });
  const revert = useMutation({
    mutationFn: ({ reverted, hunk }: { readonly reverted: readonly FileChange[]; readonly hunk?: Hunk | undefined }) =>
      revertChanges(session, {
        since: sinceAt(since, data),
        files: reverted.map(({ path: each, version }) => ({ path: each, version, ...(hunk && { hunks: [hunk.id] }) })),
      }),
    onSuccess(_, { reverted, hunk }) {
      const [first] = reverted;
      const name = reverted.length === 1 && first ? first.path : count(reverted.length, 'file');
      if (!hunk) setChosen(null);
      void notify({ text: hunk ? `A change of ${name} was reverted.` : `Reverted: ${name}` });
    },
    onSettled: refresh,
  });
  const stage = useMutation({
    mutationFn: ({ file, isStaged }: { readonly file: FileChange; readonly isStaged: boolean }) =>
      stageChanges(session, { paths: pathsOf(file), isStaged }),
    onSettled: refresh,
  });
  const choose = (next: string) => {
    setChosen(next);
    setFileOpen(true);
  };
  const toFile = useEffectEvent((step: number) => {
    const next = files[files.findIndex((file) => file.path === path) + step];
    if (next) choose(next.path);
  });
  useEffect(() => {
    if (!isShown) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const step = isFree(event) ? { J: 1, K: -1 }[event.key] : undefined;
      if (step === undefined) return;
      event.preventDefault();
      toFile(step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isShown]);
  const commented = Map.groupBy(comments.all, (comment) => comment.path);
  const gone = [...commented.keys()].filter((each) => !files.some((file) => file.path === each));
  const hasComments = comments.all.some(({ text, draft }) => (draft ?? text).trim() !== '');
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto] bg-paper wide:grid-cols-[clamp(240px,24%,320px)_minmax(0,1fr)]">
      <div
        className={`min-h-0 flex-col border-line wide:row-span-2 wide:flex wide:border-r ${isFileOpen ? 'hidden' : 'flex'}`}
      >
        <div className="flex flex-none flex-col gap-2 px-4 pt-3 pb-2">
          <SinceChoice
            since={since}
            changes={data}
            onChoose={(next) => {
              setSince(next);
              sinceOf(session).write(next);
            }}
          />
          {data && <BranchLine changes={data} />}
          <FailureText error={revert.error ?? stage.error} />
        </div>
        <div className="flex min-h-0 flex-1 flex-col px-2">
          {data === undefined && (
            <div className="px-2">
              <QueryState of={changes} />
            </div>
          )}
          {data && files.length === 0 && (
            <div className="px-2">
              <EmptyState>{nothingInWords(data, since)}</EmptyState>
            </div>
          )}
          <FileList
            // Shows a pressed checkbox at once, before the answer.
            files={stage.isPending ? files.map((each) => staged(each, stage.variables)) : files}
            chosen={path}
            onChoose={choose}
            onStage={
              data?.source === 'git' && !isReadOnly ? (file, isStaged) => stage.mutate({ file, isStaged }) : undefined
            }
            comments={new Map([...commented].map(([each, own]) => [each, own.length]))}
          />
          {data &&
            gone.map((each) => (
              <button
                key={each}
                type="button"
                onClick={() => choose(each)}
                className="min-h-9 flex-none truncate rounded-small px-2 text-left text-sm text-ink-soft hover:bg-raised"
              >
                {each}: {count(commented.get(each)?.length ?? 0, 'comment')}, not changed any more
              </button>
            ))}
        </div>
        {data && !isReadOnly && (files.length > 0 || data.staged) && (
          <CommitForm
            session={session}
            changes={data}
            isWaiting={changes.isFetching || stage.isPending}
            isPrimary={!hasPrimary && !hasComments}
            onRevertAll={() => revert.mutate({ reverted: files })}
          />
        )}
      </div>
      <div className={`min-h-0 min-w-0 flex-col wide:flex ${isFileOpen ? 'flex' : 'hidden'}`}>
        {path !== null && (
          <FilePane
            key={`${since} ${path}`}
            session={session}
            since={sinceAt(since, data)}
            path={path}
            comments={comments}
            canComment={onSend !== undefined}
            look={diffLook}
            hasSides={hasSides}
            onLook={(next) => {
              setDiffLook(next);
              look.write(next);
            }}
            onBack={() => setFileOpen(false)}
            onRevert={
              isReadOnly
                ? undefined
                : (file, hunk) => revert.mutateAsync({ reverted: [file], hunk }).catch(() => undefined)
            }
          />
        )}
      </div>
      {onSend && <SendComments session={session} comments={comments} isPrimary={!hasPrimary} onSend={onSend} />}
    </div>
  );
}

function staged(file: FileChange, pressed: { readonly file: FileChange; readonly isStaged: boolean }): FileChange {
  return file.path === pressed.file.path ? { ...file, staged: pressed.isStaged ? 'all' : 'none' } : file;
}

/** Replaces `turn` by the number of the latest turn, so that a later turn does not change the view. */
function sinceAt(since: string, changes: ChangesAnswer | undefined): string {
  const latest = changes?.turns.at(-1);
  return since === 'turn' && latest ? `turn-${latest.turn}` : since;
}

function nothingInWords({ source, note }: ChangesAnswer, since: string): string {
  if (source === 'none') return note ?? 'Nothing is known of changes in this folder.';
  if (since === 'turn') return 'Nothing has changed in this turn.';
  if (since === 'commit') return 'Everything is committed.';
  return 'No changes yet. Files that this session changes are listed here.';
}
