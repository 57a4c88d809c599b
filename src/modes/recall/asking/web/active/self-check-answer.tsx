import { type RefObject, useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import type { ComposerHandle } from '#session/web/composer/composer.tsx';

interface SelfCheckAnswerProps {
  readonly onAnswer: (isRecalled: boolean) => void;
  /** False while the person is typing: then the focus stays there. */
  readonly mayTakeFocus: boolean;
  readonly composer: RefObject<ComposerHandle | null>;
}

const WRITABLE = 'input, textarea, select, [contenteditable="true"]';
const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The two answers to a self-check. 1 and 2 give them outside text fields; other letters go to the composer. */
export function SelfCheckAnswer({ onAnswer, mayTakeFocus, composer }: SelfCheckAnswerProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const takesFocus = useRef(mayTakeFocus);
  useEffect(() => {
    if (takesFocus.current) group.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, repeat, ctrlKey, metaKey, altKey, target } = event;
      if (repeat || ctrlKey || metaKey || altKey || document.querySelector(DIALOG)) return;
      if (target instanceof Element && target.closest(WRITABLE)) return;
      if (key === '1' || key === '2') {
        event.preventDefault();
        onAnswer(key === '1');
      } else if (/^\p{L}$/u.test(key) && group.current === document.activeElement) composer.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onAnswer, composer]);
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pb-6 wide:px-6">
      <fieldset ref={group} tabIndex={-1} className="appear -mt-2 flex gap-2 outline-none">
        <legend className="sr-only">Is that what you meant?</legend>
        <Button look="primary" aria-keyshortcuts="1" onClick={() => onAnswer(true)}>
          I had it
          <KeyMark>1</KeyMark>
        </Button>
        <Button aria-keyshortcuts="2" onClick={() => onAnswer(false)}>
          Not quite
          <KeyMark>2</KeyMark>
        </Button>
      </fieldset>
    </div>
  );
}

function KeyMark({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className="text-xs font-normal tabular-nums opacity-80">
      {children}
    </span>
  );
}
