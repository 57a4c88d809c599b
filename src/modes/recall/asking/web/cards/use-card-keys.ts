import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';

import type { Choices } from './choices.ts';

type CardKey = '1' | '2' | '3';

interface CardKeys {
  readonly isOn: boolean;
  readonly choices: Choices;
  /** Whether a key sends its decision at once: it then waits a moment for what follows. */
  readonly sends: (key: CardKey) => boolean;
  readonly onKey: (key: CardKey) => void;
  /** Focuses the current row: the arrows then move between rows. */
  readonly onArrow: () => void;
  /** Makes the decisions as they were: the keys were the beginning of a message. */
  readonly onTakeBack: (choices: Choices) => void;
  /** The person begins to write; `text` was typed already. */
  readonly onWrite: (text: string) => void;
}

/** Keys that follow each other at once. */
interface Burst {
  readonly typed: string;
  /** What it is about to send. */
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

/** A key that comes later than this, in ms, is not of the same word. */
const MAX_PAUSE = 500;
/** While nothing is written in it, the card has its keys. */
const COMPOSER = 'textarea[data-composer]';
const WRITABLE = 'input, textarea, select, [contenteditable="true"]';
export const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * 1 and 2 decide the current row, and 3 all that are open, while the card, an empty composer or nothing has the focus. If more is typed at
 * once, such as "1789" or "3 chambers", all of it is the beginning of a message. Returns the key that is about to be
 * sent; Enter sends it now.
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
      // The key itself is typed where the focus is then.
      latest.current.onWrite(typed);
    };
    // Wherever the focus is, it is meant for the key before it, and never for what comes after the card.
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
