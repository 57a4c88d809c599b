import { type KeyboardEvent as KeyEvent, type RefObject, useEffect, useId, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { CompareCard as Card } from '../../protocol.ts';
import { CardRow, KeyMark } from './card-row.tsx';
import { cardTitle, KEYS_OF_CARD, leftOpen } from './card-words.ts';
import { type Choices, choiceOn, isChangeable, type RowChoice } from './choices.ts';
import { DIALOG, useCardKeys } from './use-card-keys.ts';

interface CompareCardProps {
  readonly card: Card;
  readonly choices: Choices;
  /** The row that the keys decide; null without one. */
  readonly currentId: string | null;
  readonly onCurrent: (pointId: string) => void;
  /** Absent if no row can be decided any more. */
  readonly onChoose?: ((pointId: string, choice: RowChoice | null) => void) | undefined;
  /** Continues with the choices; `all`: counts every open row as recalled. */
  readonly onGoOn?: ((all?: 'all') => void) | undefined;
  /** Replaces all choices. */
  readonly onRestore?: ((choices: Choices) => void) | undefined;
  /** Called when the person types a letter, which begins a message; `text` was typed before it. */
  readonly onWrite?: ((text: string) => void) | undefined;
  /** Whether a new card takes the focus: not while the person is typing, and only once. */
  readonly takesFocus?: (cardId: string) => boolean;
  /** Called when the card has had the focus for a moment, or the person has moved the focus. */
  readonly onFocusTaken?: (cardId: string) => void;
}

/**
 * Points beside the person's words. While the card waits, arrow keys move between its rows, and one Enter sends all
 * decisions.
 */
export function CompareCard({
  card,
  choices,
  currentId,
  onCurrent,
  onChoose,
  onGoOn,
  onRestore,
  onWrite,
  takesFocus,
  onFocusTaken,
}: CompareCardProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { rows, isOpen } = card;
  const waits = isOpen && onGoOn !== undefined;
  const held = useCardKeys(section, {
    isOn: waits && currentId !== null,
    choices,
    sends: (key) => key === '3' || rows.length === 1,
    onKey: (key) => {
      if (key === '3') onGoOn?.('all');
      else if (currentId !== null) onChoose?.(currentId, { isRecalled: key === '1' });
    },
    onArrow: () => focusRow(section.current, currentId),
    onTakeBack: (before) => onRestore?.(before),
    onWrite: (text) => onWrite?.(text),
  });
  const shown = held === null || currentId === null ? choices : withHeld(card, { choices, currentId, held });
  const choiceOf = ({ pointId }: { pointId: string }) => choiceOn(card, shown, pointId);
  const open = rows.filter((row) => choiceOf(row) === null);
  useFocusWhenShown(section, {
    rowToFocus: () => (waits && takesFocus?.(card.cardId) ? currentId : null),
    onTaken: () => onFocusTaken?.(card.cardId),
  });
  const move = (by: number) => {
    const at = rows.findIndex(({ pointId }) => pointId === currentId);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) focusRow(section.current, next.pointId);
  };
  const onKey = (event: KeyEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!waits || ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (key !== 'Enter' || (target as Element).closest('button')) return;
    else onGoOn();
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows in it
    <section
      ref={section}
      data-card={card.cardId}
      aria-labelledby={`${id}-title`}
      aria-describedby={waits ? `${id}-keys` : undefined}
      onKeyDown={onKey}
      onFocus={({ target }) => {
        const pointId = target.closest<HTMLElement>('[data-card-row]')?.dataset['cardRow'];
        if (pointId !== undefined) onCurrent(pointId);
      }}
      className="min-w-0 rounded-medium border border-line bg-surface px-4 pt-3.5 pb-1 wide:px-5"
    >
      <h2 id={`${id}-title`} className="mb-1 text-sm leading-snug font-semibold">
        {cardTitle(card)}
      </h2>
      <ul>
        {rows.map((row) => (
          <CardRow
            key={row.pointId}
            row={row}
            choice={choiceOf(row)}
            isWaiting={waits}
            isCurrent={waits && row.pointId === currentId}
            onChoose={onChoose && isChangeable(card, row) ? (choice) => onChoose(row.pointId, choice) : undefined}
          />
        ))}
      </ul>
      {waits && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface py-3 max-wide:sticky max-wide:bottom-0 max-wide:-mx-4 max-wide:px-4 max-wide:[&>button]:min-h-11 max-wide:[&>button]:flex-1 max-wide:in-data-[keyboard=open]:static">
          <p id={`${id}-keys`} className="min-w-0 flex-1 basis-40 text-xs text-ink-faint max-wide:basis-full">
            <span className="max-wide:hidden">{KEYS_OF_CARD} </span>
            {leftOpen(card)}
          </p>
          {open.length > 1 && (
            <Button look="quiet" aria-keyshortcuts="3" onClick={() => onGoOn('all')}>
              {open.length === rows.length ? 'I had them all' : 'I had the rest'}
              <KeyMark>3</KeyMark>
            </Button>
          )}
          <Button look="primary" data-go-on onClick={() => onGoOn()}>
            Go on
            <KeyMark>Enter</KeyMark>
          </Button>
        </div>
      )}
    </section>
  );
}

/** The choices, including those that a key is about to send. */
function withHeld(
  { rows }: Card,
  { choices, currentId, held }: { readonly choices: Choices; readonly currentId: string; readonly held: string },
): Choices {
  const ids = held === '3' ? rows.map(({ pointId }) => pointId) : [currentId];
  const made = Object.fromEntries(ids.map((pointId) => [pointId, { isRecalled: held !== '2' }]));
  return held === '3' ? { ...made, ...choices } : { ...choices, ...made };
}

const MAX_FRAMES = 20;
interface FocusWhenShown {
  /** Returns null if the card does not take the focus. */
  readonly rowToFocus: () => string | null;
  readonly onTaken: () => void;
}

/**
 * Focuses a row of a new card. A row of the transcript is hidden at first, when it cannot take the focus, and can be
 * rendered again a moment later.
 */
function useFocusWhenShown(card: RefObject<Element | null>, focus: FocusWhenShown): void {
  const first = useRef(focus);
  useEffect(() => {
    const { rowToFocus, onTaken } = first.current;
    const row = document.querySelector(DIALOG) ? null : rowToFocus();
    let frame = 0;
    let hadFocus = false;
    const hasFocus = () => card.current?.contains(document.activeElement) === true;
    const take = (left: number) => {
      if (!hadFocus) focusRow(card.current, row);
      hadFocus ||= hasFocus();
      if (left === 0 || (hadFocus && !hasFocus())) return onTaken();
      showBeginning(card.current);
      frame = requestAnimationFrame(() => take(left - 1));
    };
    if (row !== null) take(MAX_FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [card]);
}

/**
 * The transcript stays at its end while a card appears. If the card is taller than the view, scrolls to its beginning.
 */
function showBeginning(card: Element | null): void {
  const scroller = card?.closest('[role="log"]');
  if (card && scroller && card.getBoundingClientRect().top < scroller.getBoundingClientRect().top)
    card.scrollIntoView({ block: 'start' });
}

/** Focuses a row of a card, or its button to continue. */
export function focusRow(card: Element | null, pointId: string | null): void {
  const to = pointId === null ? '[data-go-on]' : `[data-card-row="${CSS.escape(pointId)}"]`;
  card?.querySelector<HTMLElement>(to)?.focus();
}
