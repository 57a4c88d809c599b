import type { ReactNode } from 'react';

import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';

import { Formula } from '../formula/formula.tsx';

/** Bold words between spaces or punctuation; never in `2**3**4`. */
const BOLD = /(?<![\p{L}\p{N}*\\])\*\*(?=[^\s*])([^*\n]{0,500}[^\s*])\*\*(?![\p{L}\p{N}*])/gu;

/**
 * The text of a point, as typed: only code, formulas and bold words are formatted. Everything that shows a point uses
 * this, so that a point looks the same everywhere.
 */
export function ExactText({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  return (
    <div dir="auto" className={`exact ${className}`}>
      {piecesOf(text)}
    </div>
  );
}

function piecesOf(text: string): readonly ReactNode[] {
  const code = codeRangesOf(text).map((range) => ({ ...range, isFormula: false }));
  const formulas = formulasIn(text).map((range) => ({ ...range, isFenced: false, isFormula: true }));
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { start, end, isFenced, isFormula } of [...code, ...formulas].toSorted((a, b) => a.start - b.start)) {
    const words = text.slice(from, start);
    // A block needs no line breaks around it.
    pieces.push(...wordsOf(isFenced ? words.replace(/\n$/, '') : words, from));
    const written = text.slice(start, end);
    if (isFormula) pieces.push(<Formula key={start} written={written} />);
    else if (isFenced)
      pieces.push(
        <pre key={start}>
          <code>{inFence(written)}</code>
        </pre>,
      );
    else pieces.push(<code key={start}>{inBackticks(written)}</code>);
    from = end + (isFenced && text[end] === '\n' ? 1 : 0);
    // A formula in `$$` or `\[` ends a line.
    if (isFormula && /^(?:\$\$|\\\[)/.test(written)) while (text[from] === ' ') from += 1;
  }
  return [...pieces, ...wordsOf(text.slice(from), from)];
}

function wordsOf(words: string, offset: number): readonly ReactNode[] {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { index, 0: written, 1: bold } of words.matchAll(BOLD)) {
    pieces.push(words.slice(from, index), <strong key={offset + index}>{bold}</strong>);
    from = index + written.length;
  }
  return [...pieces, words.slice(from)];
}

/** The lines between the fences. */
function inFence(written: string): string {
  const [, ...lines] = written.split('\n');
  return (/^[ \t]*[`~]{3,}[ \t]*$/.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines).join('\n');
}

function inBackticks(written: string): string {
  const ticks = /^`+/.exec(written)?.[0].length ?? 0;
  const inner = written.slice(ticks, -ticks);
  return /^ .* $/.test(inner) && inner.trim() !== '' ? inner.slice(1, -1) : inner;
}
