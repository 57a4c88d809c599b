import type { Terminal } from '@xterm/xterm';
import { useState } from 'react';

interface TouchKeysProps {
  readonly onType: (text: string) => void;
  readonly terminal: () => Terminal | null;
}

const ESC = '\u001B';
const LETTERS = ['c', 'd', 'z', 'r', 'l', 'o', 'b'];
const ARROWS = [
  ['←', 'Left', 'D'],
  ['↓', 'Down', 'B'],
  ['↑', 'Up', 'A'],
  ['→', 'Right', 'C'],
] as const;

/** The keys that a phone's keyboard does not have. Shown where there is no fine pointer. */
export function TouchKeys({ onType, terminal }: TouchKeysProps) {
  const [isCtrl, setCtrl] = useState(false);
  const arrow = (final: string) => {
    const isApplication = terminal()?.modes.applicationCursorKeysMode ?? false;
    onType(`${ESC}${isApplication ? 'O' : '['}${final}`);
  };
  return (
    <div role="toolbar" aria-label="Keys" className="hidden flex-wrap gap-1 p-1.5 pointer-coarse:flex">
      <TouchKey label="Esc" name="Escape" onPress={() => onType(ESC)} />
      <TouchKey label="Tab" name="Tab" onPress={() => onType('\t')} />
      <TouchKey label="⇧Tab" name="Shift Tab" onPress={() => onType(`${ESC}[Z`)} />
      <TouchKey label="Ctrl" name="Control" isPressed={isCtrl} onPress={() => setCtrl(!isCtrl)} />
      {isCtrl &&
        LETTERS.map((letter) => (
          <TouchKey
            key={letter}
            label={`^${letter.toUpperCase()}`}
            name={`Control ${letter.toUpperCase()}`}
            onPress={() => {
              setCtrl(false);
              onType(String.fromCharCode(letter.charCodeAt(0) - 96));
            }}
          />
        ))}
      {ARROWS.map(([label, name, final]) => (
        <TouchKey key={name} label={label} name={name} onPress={() => arrow(final)} />
      ))}
    </div>
  );
}

interface TouchKeyProps {
  readonly label: string;
  readonly name: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

function TouchKey({ label, name, isPressed, onPress }: TouchKeyProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isPressed}
      className="min-h-[38px] min-w-[36px] rounded-small bg-[#2a2d31] px-1.5 font-mono text-sm text-[#e8e4d9] aria-pressed:bg-accent aria-pressed:text-accent-ink"
      // The keyboard of the phone stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
}
