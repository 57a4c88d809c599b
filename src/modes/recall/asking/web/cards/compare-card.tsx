import { type KeyboardEvent as KeyEvent, type RefObject, useEffect, useId, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { CompareCard as Card } from '../../protocol.ts';
import { CardRow, KeyMark } from './card-row.tsx';
import { cardTitle, KEYS_OF_CARD, LEFT_OPEN } from './card-words.ts';
import { type Choices, choiceOn, isChangeable, type RowChoice } from './choices.ts';

interface CompareCardProps {
  readonly card: Card;
  readonly choices: Choices;
  /** The row that keys decide; null without one. */
  readonly currentId: string | null;
  readonly onCurrent: (pointId: string) => void;
  /** Absent where nothing can be decided any more. */
  readonly onChoose?: ((pointId: string, choice: RowChoice | null) => void) | undefined;
  /** Goes on with what was chosen; `all`: with every open row as recalled. */
  readonly onGoOn?: ((all?: 'all') => void) | undefined;
  /** A letter is the beginning of a message. */
  readonly onWrite?: (() => void) | undefined;
  /** Whether a card that appears takes the focus: not while the person writes, and not again. */
  readonly takesFocus?: (cardId: string) => boolean;
  /** It has kept the focus for a moment, or the person has moved it. */
  readonly onFocusTaken?: (cardId: string) => void;
}

/** Points beside the person's words. While it waits, arrows move between its rows, and one Enter sends all decisions. */
export function CompareCard({
  card,
  choices,
  currentId,
  onCurrent,
  onChoose,
  onGoOn,
  onWrite,
  takesFocus,
  onFocusTaken,
}: CompareCardProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { rows, isOpen } = card;
  const waits = isOpen && onGoOn !== undefined;
  const choiceOf = ({ pointId }: { pointId: string }) => choiceOn(card, choices, pointId);
  const open = rows.filter((row) => choiceOf(row) === null);
  useKeys(waits && currentId !== null, (key) => {
    if (key === '3') onGoOn?.('all');
    else if (currentId !== null) onChoose?.(currentId, { isRecalled: key === '1' });
  });
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
    else if (key === 'Enter' && !(target as Element).closest('button')) onGoOn();
    else {
      if (/^\p{L}$/u.test(key)) onWrite?.();
      return;
    }
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
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line py-3">
          <p id={`${id}-keys`} className="min-w-0 flex-1 basis-40 text-xs text-ink-faint max-wide:basis-full">
            <span className="max-wide:hidden">{KEYS_OF_CARD} </span>
            {LEFT_OPEN}
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

const MAX_FRAMES = 20;
const WRITABLE = 'input, textarea, select, [contenteditable="true"]';
const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** 1 and 2 decide the current row, and 3 all that are open, outside text fields. */
function useKeys(isOn: boolean, onKey: (key: '1' | '2' | '3') => void): void {
  const decide = useRef(onKey);
  useEffect(() => {
    decide.current = onKey;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onDown = (event: KeyboardEvent) => {
      const { key, repeat, ctrlKey, metaKey, altKey, target } = event;
      if (repeat || ctrlKey || metaKey || altKey || document.querySelector(DIALOG)) return;
      if (target instanceof Element && target.closest(WRITABLE)) return;
      if (key !== '1' && key !== '2' && key !== '3') return;
      event.preventDefault();
      decide.current(key);
    };
    document.addEventListener('keydown', onDown);
    return () => document.removeEventListener('keydown', onDown);
  }, [isOn]);
}

interface FocusWhenShown {
  /** Null where the card does not take the focus. */
  readonly rowToFocus: () => string | null;
  readonly onTaken: () => void;
}

/**
 * Focuses a row of a card that appears. A row of the transcript is hidden at first, takes no focus then, and may be
 * rendered anew a moment later.
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

/** The transcript stays at its end while a card appears: one that is higher than it begins above it. */
function showBeginning(card: Element | null): void {
  const scroller = card?.closest('[role="log"]');
  if (card && scroller && card.getBoundingClientRect().top < scroller.getBoundingClientRect().top)
    card.scrollIntoView({ block: 'start' });
}

/** Focuses a row of a card, or its button to go on. */
export function focusRow(card: Element | null, pointId: string | null): void {
  const to = pointId === null ? '[data-go-on]' : `[data-card-row="${CSS.escape(pointId)}"]`;
  card?.querySelector<HTMLElement>(to)?.focus();
}
