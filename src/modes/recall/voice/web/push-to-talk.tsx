import { Mic } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import { isPressed, shownKeys } from '#elements/web/page/page-actions.ts';

const KEYS = 'Alt+V';
const LABEL = `Hold to speak (${shownKeys(KEYS)})`;

interface PushToTalkProps {
  readonly isListening: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** Listens while held, by pointer or key. Assistive technology that can only click starts and stops with clicks. */
export function PushToTalk({ isListening, onStart, onStop }: PushToTalkProps) {
  useHeldKey(onStart, onStop);
  const isHoldKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  return (
    <button
      type="button"
      aria-label="Hold to speak"
      aria-pressed={isListening}
      aria-keyshortcuts={KEYS}
      title={LABEL}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart();
      }}
      onPointerUp={onStop}
      onPointerCancel={onStop}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        if (!event.repeat) onStart();
      }}
      onKeyUp={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        onStop();
      }}
      onBlur={onStop}
      onClick={(event) => {
        // Only clicks without a pointer or key arrive here; the others are handled above.
        if (event.detail !== 0) return;
        if (isListening) onStop();
        else onStart();
      }}
      className={`inline-flex size-[34px] shrink-0 touch-none items-center justify-center rounded-small border transition-colors duration-(--fast) select-none ${isListening ? 'border-accent bg-accent-soft text-accent-text' : 'border-transparent text-ink-soft hover:bg-raised hover:text-ink'}`}
    >
      <Icon of={Mic} />
    </button>
  );
}

/** The same with a key from anywhere on the page. */
function useHeldKey(onStart: () => void, onStop: () => void): void {
  useEffect(() => {
    const down = (event: globalThis.KeyboardEvent) => {
      if (!isPressed(event, KEYS)) return;
      event.preventDefault();
      if (!event.repeat) onStart();
    };
    const up = (event: globalThis.KeyboardEvent) => {
      if (event.code === 'KeyV' || event.key === 'Alt') onStop();
    };
    document.addEventListener('keydown', down);
    document.addEventListener('keyup', up);
    window.addEventListener('blur', onStop);
    return () => {
      document.removeEventListener('keydown', down);
      document.removeEventListener('keyup', up);
      window.removeEventListener('blur', onStop);
    };
  }, [onStart, onStop]);
}
