import type { ReactNode } from 'react';

import { formulasIn } from '#text/domain/formulas.ts';

import { Formula } from './formula.tsx';

/** Text as typed, with its formulas rendered; with `isInline`, all of them inside the line. */
export function FormulaWords({ text, isInline }: { readonly text: string; readonly isInline?: true }) {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of formulasIn(text)) {
    pieces.push(
      text.slice(from, start),
      <Formula key={start} written={text.slice(start, end)} isInline={isInline === true} />,
    );
    from = end;
  }
  return [...pieces, text.slice(from)];
}
