import { useState } from 'react';

import { messageOf } from '#http-client/web/api.ts';

interface LongTextProps {
  readonly text: string;
  /** Length of the whole text in characters, if `text` is its head. */
  readonly wholeLength?: number | undefined;
  /** Reads the whole text; absent if `text` is complete. */
  readonly readWhole?: (() => Promise<string>) | undefined;
  readonly className?: string;
}

const SHOWN_LINES = 8;
const SHOWN_CHARACTERS = 1_200;

function headOf(text: string): string {
  return text.split('\n').slice(0, SHOWN_LINES).join('\n').slice(0, SHOWN_CHARACTERS);
}

/** The output of a program: its first lines, and the rest on request. */
export function LongText({ text, wholeLength, readWhole, className = '' }: LongTextProps) {
  const [isOpen, setOpen] = useState(false);
  const [whole, setWhole] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const head = headOf(text);
  const isHead = wholeLength !== undefined && wholeLength > text.length;
  const isLong = head !== text || isHead;
  const open = () => {
    setOpen(!isOpen);
    if (isOpen || !isHead || whole !== null) return;
    setProblem(null);
    readWhole?.().then(setWhole, (error: unknown) => setProblem(messageOf(error)));
  };
  const lines = (whole ?? text).split('\n').length;
  return (
    <div className={className}>
      <pre
        dir="ltr"
        // Lines wider than the page scroll, also by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Output"
        className={`overflow-auto font-mono text-xs leading-relaxed whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere] ${isOpen ? 'max-h-[60dvh]' : ''}`}
      >
        {isOpen ? (whole ?? text) : head}
      </pre>
      {problem !== null && isOpen && <p className="text-xs text-ink-soft">{problem} This is its beginning.</p>}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={open}
          className="mt-1 min-h-6 rounded-small text-xs text-accent-text hover:underline"
        >
          {isOpen ? 'Show less' : isHead ? 'Show all' : `Show all ${String(lines)} lines`}
        </button>
      )}
    </div>
  );
}
