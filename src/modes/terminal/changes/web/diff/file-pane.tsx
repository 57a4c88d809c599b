import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useRef } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { SegmentedChoice } from '#elements/web/segmented-choice.tsx';

import { type LineRange, placedIn } from '../../domain/comment.ts';
import { shownHunks } from '../../domain/shown-hunks.ts';
import type { FileChange, Hunk } from '../../protocol.ts';
import { CommentCard } from '../comments/comment-card.tsx';
import type { Comments } from '../comments/use-comments.ts';
import { fileInWords, withoutLines } from '../files/file-words.ts';
import { fileChangesQuery } from '../queries.ts';
import type { DiffLook } from './diff-rows.ts';
import { DiffView } from './diff-view.tsx';
import { useSteady } from './use-steady.ts';

interface FilePaneProps {
  readonly session: string;
  readonly since: string;
  readonly path: string;
  readonly comments: Comments;
  readonly canComment: boolean;
  readonly look: DiffLook;
  /** Whether there is room for two sides. */
  readonly hasSides: boolean;
  readonly onLook: (look: DiffLook) => void;
  /** Goes back to the list of files, where only one of the two fits. */
  readonly onBack: () => void;
  /** Undefined if nothing can be changed. */
  readonly onRevert: ((file: FileChange, hunk?: Hunk) => Promise<unknown>) | undefined;
}

const LOOKS = [
  { value: 'unified', name: 'Unified' },
  { value: 'sides', name: 'Side by side' },
] as const;

/** The change of one file, with the comments on it. Use a different `key` for each file. */
export function FilePane({
  session,
  since,
  path,
  comments,
  canComment,
  look,
  hasSides,
  onLook,
  onBack,
  onRevert,
}: FilePaneProps) {
  const query = useQuery(fileChangesQuery(session, since, path));
  const scroller = useRef<HTMLDivElement>(null);
  const own = useMemo(() => comments.all.filter((comment) => comment.path === path), [comments.all, path]);
  const isRead = () =>
    (scroller.current?.scrollTop ?? 0) > 0 ||
    scroller.current?.contains(document.activeElement) === true ||
    own.some(({ draft }) => draft !== null);
  const { shown, isBehind, showLatest, expectChange } = useSteady(query.data, isRead);
  const hunks = useMemo(() => shownHunks(shown?.hunks ?? []), [shown]);
  const lines = useMemo(() => hunks.flatMap((hunk) => hunk.lines), [hunks]);
  const placed = useMemo(() => own.flatMap((comment) => placedIn(comment, lines) ?? []), [own, lines]);
  const isPlaced = new Set(placed.map(({ comment: { id } }) => id));
  const apart = shown || query.isError ? own.filter(({ id }) => !isPlaced.has(id)) : [];
  const comment = (range: LineRange, goesOn: boolean) => {
    const open = placed.find((each) => each.comment.text === '' && each.comment.draft?.trim() === '');
    const from = goesOn && open ? Math.min(open.place.from, range.from) : range.from;
    const to = goesOn && open ? Math.max(open.place.to, range.to) : range.to;
    const about = lines.slice(from, to + 1).map(({ line }) => line);
    if (open) comments.change(open.comment.id, { lines: about });
    else comments.begin({ path, since, lines: about });
  };
  const revert =
    onRevert &&
    ((reverted: FileChange, hunk?: Hunk) => {
      expectChange();
      void onRevert(reverted, hunk);
    });
  const file = shown?.file;
  return (
    <section aria-label={path} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-3 pl-2 wide:pl-5">
        <IconButton label="All files" className="wide:hidden" onClick={onBack}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <h2 className="mr-auto min-w-0 flex-1 font-mono text-xs font-medium wide:text-sm [overflow-wrap:anywhere]">
          {path}
          {file && (file.status !== 'changed' || file.kind !== 'text') && (
            <span className="ml-2 font-sans text-xs font-normal text-ink-soft">{fileInWords(file)}</span>
          )}
        </h2>
        {hasSides && <SegmentedChoice label="Diff" options={LOOKS} value={look} onChoose={onLook} />}
        {file && revert && (
          <Button look="quiet" aria-label={`Revert ${path}`} onClick={() => revert(file)}>
            Revert
          </Button>
        )}
      </header>
      {isBehind && (
        <div className="flex flex-none items-center gap-3 border-b border-line bg-sunken px-5 py-1 text-sm text-ink-soft">
          <output className="mr-auto">This file has changed since you opened it.</output>
          <Button className="min-h-[28px] py-0.5" onClick={showLatest}>
            Show the changes
          </Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <div
        ref={scroller}
        tabIndex={-1}
        className="steady relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
      >
        {apart.length > 0 && (
          <div className="border-b border-line py-1">
            <p className="mx-4 mt-2 text-sm text-ink-soft wide:ml-14">
              These lines have changed, or are not part of what is shown.
            </p>
            {apart.map((each) => (
              <CommentCard
                key={each.id}
                comment={each}
                comments={comments}
                isApart
                onClosed={() => scroller.current?.focus()}
              />
            ))}
          </div>
        )}
        {shown === undefined && (
          <div className="px-5 py-2">
            <QueryState of={query} />
          </div>
        )}
        {shown && hunks.length === 0 && (
          <p className="px-5 py-4 text-ink-soft">{shown.note ?? withoutLines(shown.file)}</p>
        )}
        {shown && hunks.length > 0 && (
          <>
            {shown.note !== null && <p className="px-5 py-2 text-sm text-ink-soft">{shown.note}</p>}
            <DiffView
              path={path}
              hunks={hunks}
              look={hasSides ? look : 'unified'}
              placed={placed}
              comments={comments}
              scroller={scroller}
              onComment={canComment ? comment : undefined}
              onRevert={revert && ((hunk) => revert(shown.file, hunk))}
            />
          </>
        )}
      </div>
    </section>
  );
}
