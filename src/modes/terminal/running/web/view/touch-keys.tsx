import type { Terminal } from '@xterm/xterm';
import { CornerDownLeft, SendHorizontal } from 'lucide-react';
import { type PointerEvent, type ReactNode, useState } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import { formText } from '#elements/web/text/form-text.ts';

interface TouchKeysProps {
  readonly onType: (text: string) => void;
  /** Types a line and confirms it. Returns false if it cannot be sent; the line then stays in its field. */
  readonly onLine: (line: string) => boolean;
  /** Whether the keyboard of a phone capitalises sentences. */
  readonly isProse: boolean;
  readonly terminal: () => Terminal | null;
}

const ESC = '\u001B';
const LETTERS = ['d', 'z', 'r', 'l', 'o', 'b', 'a', 'e'];
const ARROWS = [
  ['←', 'Left', 'D'],
  ['↓', 'Down', 'B'],
  ['↑', 'Up', 'A'],
  ['→', 'Right', 'C'],
] as const;

const KEY =
  'flex min-h-11 min-w-6 items-center justify-center rounded-small bg-[#2a2d31] font-mono text-sm text-[#e8e4d9] aria-pressed:bg-accent aria-pressed:text-accent-ink';
/** Keeps the focus, and so the keyboard of the phone. */
const keepFocus = (event: PointerEvent) => event.preventDefault();
const control = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96);

/**
 * Adds to the keyboard of a phone: a line that is typed with all its assistance, and the keys that it lacks. Shown if
 * there is no fine pointer.
 */
export function TouchKeys({ onType, onLine, isProse, terminal }: TouchKeysProps) {
  const [isCtrl, setCtrl] = useState(false);
  const arrow = (final: string) => {
    const isApplication = terminal()?.modes.applicationCursorKeysMode ?? false;
    onType(`${ESC}${isApplication ? 'O' : '['}${final}`);
  };
  const key = (name: string, label: ReactNode, typed: string) => (
    <TouchKey key={name} name={name} onPress={() => onType(typed)}>
      {label}
    </TouchKey>
  );
  return (
    <div className="hidden flex-col gap-1.5 p-1.5 pointer-coarse:flex">
      <form
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (onLine(formText(event.currentTarget, 'line'))) event.currentTarget.reset();
        }}
      >
        <input
          name="line"
          aria-label="A line for the terminal"
          placeholder="Write a line"
          dir="auto"
          autoComplete="off"
          autoCapitalize={isProse ? 'sentences' : 'none'}
          enterKeyHint="send"
          className="min-h-11 min-w-0 flex-1 rounded-small border border-[#4a4d52] bg-[#1e2124] px-3 text-[1rem] text-[#e8e4d9]"
        />
        <button type="submit" aria-label="Send the line" className={`${KEY} w-11`} onPointerDown={keepFocus}>
          <Icon of={SendHorizontal} />
        </button>
      </form>
      {isCtrl && (
        <div role="toolbar" aria-label="Keys with Control and Shift" className="flex gap-1">
          {key('Shift Tab', '⇧Tab', `${ESC}[Z`)}
          {LETTERS.map((letter) => key(`Control ${letter.toUpperCase()}`, `^${letter.toUpperCase()}`, control(letter)))}
        </div>
      )}
      <div role="toolbar" aria-label="Keys" className="flex gap-1">
        {key('Esc', 'Esc', ESC)}
        {key('Tab', 'Tab', '\t')}
        <TouchKey name="Ctrl" isPressed={isCtrl} onPress={() => setCtrl(!isCtrl)}>
          Ctrl
        </TouchKey>
        {key('Control C', '^C', control('c'))}
        {ARROWS.map(([label, name, final]) => (
          <TouchKey key={name} name={name} onPress={() => arrow(final)}>
            {label}
          </TouchKey>
        ))}
        {key('Slash', '/', '/')}
        {key('Enter', <Icon of={CornerDownLeft} />, '\r')}
      </div>
    </div>
  );
}

interface TouchKeyProps {
  readonly name: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function TouchKey({ name, isPressed, onPress, children }: TouchKeyProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isPressed}
      className={`${KEY} flex-1`}
      onPointerDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
