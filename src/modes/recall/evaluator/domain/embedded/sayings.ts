import type { Lexicon } from '#text/domain/words.ts';

import { type ComparedPoint, isAbout, type Question, saysWhole } from './compared-point.ts';
import { asWritten } from './formula.ts';
import { type Statement, statementsIn, trimmed } from './statement.ts';

/** Where a message says a point, whole. */
export interface Saying {
  readonly quote: string;
  /** False if the next sentence takes it back, or it is one of several guesses. */
  readonly isSure: boolean;
}

/** A longer point is said whole only as it is written. */
const MAX_SENTENCES = 4;

interface Compared {
  readonly points: readonly ComparedPoint[];
  readonly asked: Question;
  readonly lexicon: Lexicon;
}

/** For each point the sentence that says it, or as many as the point has; or the line that has it as it is written. */
export function sayingsIn(text: string, { points, asked, lexicon }: Compared): readonly (Saying | null)[] {
  const statements = statementsIn(text, lexicon);
  const runs = new Map([[1, statements]]);
  for (const { sentences } of points)
    if (sentences <= MAX_SENTENCES && !runs.has(sentences)) runs.set(sentences, statementsIn(text, lexicon, sentences));
  const written = new Map(
    [text, ...text.split('\n')].map((line) => [asWritten(line), { quote: line.trim(), isSure: true }]),
  );
  for (const [index, statement] of statements.entries())
    written.set(asWritten(statement.text), {
      quote: trimmed(statement),
      isSure: statements[index + 1]?.takesBack !== true,
    });
  return points.map((point) => {
    const same = point.written === '' ? undefined : written.get(point.written);
    if (same && isAbout(point.keys, point, asked)) return same;
    if (point.isFormula || point.keys.length === 0) return null;
    const said = runs.get(point.sentences) ?? [];
    const at = said.findIndex(saysWhole(point, asked));
    const run = said[at];
    if (!run) return null;
    const isGuess = run.keys.length < point.keys.length && statements.some((other) => isGuessBeside(run, other));
    return { quote: trimmed(run), isSure: !isGuess && statements[at + point.sentences]?.takesBack !== true };
  });
}

/** An answer that leaves the rest to the question is one guess of several beside another that is as short. */
function isGuessBeside(said: Statement, { keys, telling, text }: Statement): boolean {
  if (text === said.text || keys.length === 0 || keys.length > said.keys.length) return false;
  return telling.size > 0 || keys.some((key) => /^\p{N}/u.test(key));
}
