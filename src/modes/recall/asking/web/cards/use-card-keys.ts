import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';

import type { Choices } from './choices.ts';

type CardKey = '1' | '2' | '3';

interface CardKeys {
  readonly isOn: boolean;
  readonly choices: Choices;
  /** Whether a key sends its decision at once: it then waits a moment for further keys. */
  readonly sends: (key: CardKey) => boolean;
  readonly onKey: (key: CardKey) => void;
  /** Focuses the current row, so that arrow keys move between rows. */
  readonly onArrow: () => void;
  /** Restores the earlier choices: the keys were the beginning of a message. */
  readonly onTakeBack: (choices: Choices) => void;
  /** The person begins to type a message; `text` was typed already. */
  readonly onWrite: (text: string) => void;
}

/** Keys typed in quick succession. */
interface Burst {
  readonly typed: string;
  /** The key that is about to be sent. */
  readonly held: CardKey | null;
  readonly before: Choices;
  readonly timer: number;
}
const NO_BURST: Burst = { typed: '', held: null, before: {}, timer: 0 };

const NO_KEYS: readonly PageKey[] = [];
const KEYS: readonly PageKey[] = [
  { keys: '1 2', does: 'answer the card, or its row: recalled, not yet' },
  { keys: '3', does: 'all that are open' },
  { keys: 'Up Down', does: 'from row to row of the card' },
  { keys: 'Enter', does: 'go on from the card' },
];

/** A key after a longer pause, in ms, does not belong to the same word. */
const MAX_PAUSE = 500;
/** While it is empty, the card handles its keys. */
const COMPOSER = 'textarea[data-composer]';
const WRITABLE = 'input, textarea, select, [contenteditable="true"]';
export const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Keys 1 and 2 decide the current row, and 3 decides all open rows, while the card, an empty composer or nothing has
 * the focus. If more is typed at once, such as "1789" or "3 chambers", all of it begins a message. Returns the key that
 * is about to be sent; Enter sends it at once.
 */
export function useCardKeys(card: RefObject<Element | null>, keys: CardKeys): CardKey | null {
  const [held, setHeld] = useState<CardKey | null>(null);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const burst = useRef<Burst>(NO_BURST);
  const end = useCallback(() => {
    const { held: key, timer } = burst.current;
    clearTimeout(timer);
    burst.current = NO_BURST;
    setHeld(null);
    if (key !== null) latest.current.onKey(key);
  }, []);
  const { isOn } = keys;
  usePageKeys(isOn ? KEYS : NO_KEYS);
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (key: CardKey) => {
      const { typed, timer, before } = burst.current;
      clearTimeout(timer);
      const sends = latest.current.sends(key);
      burst.current = {
        typed: typed + key,
        held: sends ? key : null,
        before: typed === '' ? latest.current.choices : before,
        timer: window.setTimeout(end, MAX_PAUSE),
      };
      if (!sends) latest.current.onKey(key);
      setHeld(sends ? key : null);
    };
    const onDown = (event: KeyboardEvent) => {
      const { key, repeat, ctrlKey, metaKey, altKey, target, isComposing } = event;
      if (repeat || ctrlKey || metaKey || altKey || isComposing || document.querySelector(DIALOG)) return;
      if (!(target instanceof Element)) return;
      const isUnwritten = target.matches(COMPOSER) && (target as HTMLTextAreaElement).value === '';
      if (target.closest(WRITABLE) && !isUnwritten) return;
      if (target !== document.body && !isUnwritten && !card.current?.contains(target)) return;
      if (isUnwritten && (key === 'ArrowUp' || key === 'ArrowDown')) {
        event.preventDefault();
        return latest.current.onArrow();
      }
      const { typed, held: waiting, before, timer } = burst.current;
      const isKey = key === '1' || key === '2' || key === '3';
      if (isKey && waiting === null) {
        event.preventDefault();
        return press(key);
      }
      if (Array.from(key).length > 1 || (key === ' ' && typed === '')) return;
      clearTimeout(timer);
      burst.current = NO_BURST;
      setHeld(null);
      if (typed !== '') latest.current.onTakeBack(before);
      // The browser types the key itself where the focus then is.
      latest.current.onWrite(typed);
    };
    // Wherever the focus is, Enter belongs to the held key, and never to what follows the card.
    const onEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || burst.current.held === null || document.querySelector(DIALOG)) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    document.addEventListener('keydown', onEnter, true);
    document.addEventListener('keydown', onDown);
    return () => {
      document.removeEventListener('keydown', onEnter, true);
      document.removeEventListener('keydown', onDown);
      end();
    };
  }, [isOn, card, end]);
  return held;
}
