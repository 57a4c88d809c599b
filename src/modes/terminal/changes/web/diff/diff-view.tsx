import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { Button } from '#elements/web/button.tsx';
import { TOAST_ROOM } from '#elements/web/toast.tsx';

import type { LineRange, PlacedComment } from '../../domain/comment.ts';
import { linesInWords, type ShownHunk, type ShownLine } from '../../domain/shown-hunks.ts';
import type { Hunk } from '../../protocol.ts';
import { CommentCard } from '../comments/comment-card.tsx';
import type { Comments } from '../comments/use-comments.ts';
import { DiffLine } from './diff-line.tsx';
import { type DiffLook, type DiffRow, diffRows, keyOf, linesOf } from './diff-rows.ts';
import { tokensOf } from './tokens-of.ts';
import { useChosenLines } from './use-chosen-lines.ts';

interface DiffViewProps {
  readonly path: string;
  readonly hunks: readonly ShownHunk[];
  readonly look: DiffLook;
  readonly placed: readonly PlacedComment[];
  readonly comments: Comments;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Undefined if lines cannot be commented on. */
  readonly onComment: ((range: LineRange, goesOn: boolean) => void) | undefined;
  /** Undefined if nothing can be changed. */
  readonly onRevert: ((hunk: Hunk) => void) | undefined;
}

const BUFFER_PX = 600;
const ROW_PX = 24;

/** The changed lines of a file. Only lines near the viewport are rendered. */
export function DiffView({ path, hunks, look, placed, comments, scroller, onComment, onRevert }: DiffViewProps) {
  const list = useRef<VirtualizerHandle>(null);
  const rows = useMemo(() => diffRows(hunks, look, placed), [hunks, look, placed]);
  const chosen = useChosenLines(onComment);
  const all = useMemo(() => hunks.flatMap(({ lines }) => lines), [hunks]);
  const current = Math.min(chosen.current, all.length - 1);
  const rowOf = (at: number) => rows.findIndex((row) => linesOf(row).includes(at));
  const focusLine = (at: number) => {
    list.current?.scrollToIndex(Math.max(0, rowOf(at)), { align: 'nearest' });
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-line="${at}"] button`);
    const found = find();
    if (found) found.focus({ preventScroll: true });
    // A distant line is rendered in the next frame. The person may be typing in a field by then.
    else
      requestAnimationFrame(
        () => document.activeElement?.matches('textarea') || find()?.focus({ preventScroll: true }),
      );
  };
  const goTo = (at: number, isExtended = false) => {
    chosen.move(at, isExtended);
    focusLine(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.closest('[data-line]')) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(Math.max(0, Math.min(all.length - 1, current + step)), event.shiftKey);
  };
  const toHunk = useEffectEvent((step: number) => {
    const starts = hunks.map(({ lines }) => lines.find(({ line }) => line.kind !== 'same')?.at ?? lines[0]?.at ?? 0);
    const next = step > 0 ? starts.find((at) => at > current) : starts.findLast((at) => at < current);
    const at = next ?? current;
    list.current?.scrollToIndex(Math.max(0, rowOf(at) - 2), { align: 'start' });
    goTo(at);
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const step = isFree(event) ? { j: 1, k: -1 }[event.key] : undefined;
      if (step === undefined) return;
      event.preventDefault();
      toHunk(step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const edited = placed.flatMap(({ comment, place }) => (comment.draft === null ? [] : [place]));
  const isChosen = (at: number) =>
    [...edited, ...(chosen.range.from < chosen.range.to ? [chosen.range] : [])].some(
      ({ from, to }) => from <= at && at <= to,
    );
  const line = (hunk: ShownHunk, shown: ShownLine) => (
    <DiffLine
      shown={shown}
      tokens={tokensOf(path, hunk.hunk)[shown.at - (hunk.lines[0]?.at ?? 0)] ?? []}
      isChosen={isChosen(shown.at)}
      isCurrent={shown.at === current}
      canComment={onComment !== undefined}
    />
  );
  const content = (row: DiffRow) => {
    if (row.kind === 'hunk') return <HunkHead hunk={row.hunk.hunk} onRevert={onRevert} />;
    if (row.kind === 'line') return line(row.hunk, row.line);
    if (row.kind === 'comment') {
      const { comment } = row;
      const place = placed.find((each) => each.comment.id === comment.id)?.place;
      return <CommentCard comment={comment} comments={comments} onClosed={() => place && goTo(place.to)} />;
    }
    const [before, now] = row.sides;
    return (
      <div className="grid grid-cols-2">
        <div className="border-r border-line">
          {before ? line(row.hunk, before) : <div className="h-full bg-sunken" />}
        </div>
        {now ? line(row.hunk, now) : <div className="h-full bg-sunken" />}
      </div>
    );
  };
  // Scrolling does not render a row a second time.
  const element = onceEach((row) => <Fragment key={keyOf(row)}>{content(row)}</Fragment>);
  const kept = [...new Set([current, ...edited.map(({ to }) => to)].map(rowOf))].filter((index) => index >= 0);
  const editors = rows.flatMap((row, index) => (row.kind === 'comment' && row.comment.draft !== null ? [index] : []));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the numbers in it are buttons
    <div
      {...chosen.handlers}
      onKeyDown={onKeyDown}
      dir="ltr"
      className={`font-mono text-sm leading-[1.65] ${chosen.isDragged ? 'select-none' : ''}`}
    >
      <Virtualizer
        ref={list}
        data={rows}
        scrollRef={scroller}
        bufferSize={BUFFER_PX}
        itemSize={ROW_PX}
        keepMounted={[...kept, ...editors]}
      >
        {element}
      </Virtualizer>
      <div className={TOAST_ROOM} />
    </div>
  );
}

function onceEach(render: (row: DiffRow) => ReactElement): typeof render {
  const rendered = new Map<DiffRow, ReactElement>();
  return (row) => {
    const known = rendered.get(row) ?? render(row);
    rendered.set(row, known);
    return known;
  };
}

const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** Whether a key without a modifier was pressed where no text is typed. */
export function isFree({ altKey, ctrlKey, metaKey, isComposing, defaultPrevented, target }: globalThis.KeyboardEvent) {
  const takesLetters = target instanceof Element && target.closest(TAKES_LETTERS) !== null;
  const isUsed = altKey || ctrlKey || metaKey || isComposing || defaultPrevented || takesLetters;
  return !isUsed && document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}

function HunkHead({ hunk, onRevert }: { readonly hunk: Hunk; readonly onRevert: DiffViewProps['onRevert'] }) {
  const words = linesInWords(hunk.lines);
  return (
    <div className="flex min-h-8 items-center gap-2 border-y border-line bg-sunken pr-3 pl-4 font-sans text-xs text-ink-soft">
      <span className="mr-auto">{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      {onRevert && (
        <Button
          look="quiet"
          className="min-h-6 px-2 py-0 text-xs"
          aria-label={`Revert ${words}`}
          onClick={() => onRevert(hunk)}
        >
          Revert
        </Button>
      )}
    </div>
  );
}
