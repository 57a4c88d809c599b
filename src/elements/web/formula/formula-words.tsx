import type { ReactNode } from 'react';

import { formulasIn } from '#text/domain/formulas.ts';

import { Formula } from './formula.tsx';

/** Words as they were typed, of which only formulas are set. */
export function FormulaWords({ text }: { readonly text: string }) {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of formulasIn(text)) {
    pieces.push(text.slice(from, start), <Formula key={start} written={text.slice(start, end)} />);
    from = end;
  }
  return [...pieces, text.slice(from)];
}
