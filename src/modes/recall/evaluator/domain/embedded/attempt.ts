import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';

interface Asked {
  readonly said: string;
  readonly points: readonly Point[];
  /** The points that the last question asks for. */
  readonly askedIds: readonly string[];
}

/** Says that nothing comes to mind. */
const GIVES_UP =
  /^(?:\P{L}*(?:i|we|sorry|well|um+|uh+|hm+|honestly|really|oh|no|ich|leider)\b)*\P{L}*(?:(?:do|did|can|could)(?: ?not|n['’]?t) (?:know|remember|recall|say|tell)|dont know|have no idea|no idea|no clue|not sure|unsure|idk|dunno|forgot|forget|pass|nothing|no|yes|skip|weiß (?:ich |es )?(?:das )?nicht|keine ahnung|vergessen)\b/iu;

/**
 * An answer to the point asked for may say it in words that have nothing in common with it, which only the person can
 * tell. Such a verdict stays absent and is uncertain. A plain contradiction, a question, giving up, and an answer that
 * says another point are none.
 */
export function withAttempt(evaluation: Evaluation, { said, points, askedIds }: Asked): Evaluation {
  const isAttempt = (verdict: PointVerdict): boolean =>
    askedIds.includes(verdict.id) && outcomeOf(verdict) === 'no' && verdict.verdict !== 'contradicted';
  if (!evaluation.verdicts.some(isAttempt) || !isAnswer(said, points)) return evaluation;
  const saysAnother = evaluation.verdicts.some(
    (verdict) => !askedIds.includes(verdict.id) && verdict.verdict === 'expressed',
  );
  if (saysAnother) return evaluation;
  const verdicts = evaluation.verdicts.map((verdict) =>
    isAttempt(verdict) ? { ...verdict, isUncertain: true as const } : verdict,
  );
  return { ...evaluation, verdicts };
}

/** Addressed to the tutor. */
const TALKS =
  /\b(?:points?|answers?|hints?|clues?|questions?|sentences?|words?|letters?|repeat|translate|print|verbatim|rules|system|instructions?|tutor|feedback|gaps?|spell|antwort\p{L}*|punkte?|fragen?|satz|wörter|wort|hinweis)\b/iu;
const MIN_CONTENT = 2;

/** A statement in the language of the points: with content and a word that joins it. */
function isAnswer(said: string, points: readonly Point[]): boolean {
  if (/[?？]\s*$/u.test(said) || GIVES_UP.test(said) || TALKS.test(said)) return false;
  const stopWords = stopWordsFor(points.map(({ text }) => text).join(' '));
  const { words } = read(said, createLexicon(stopWords));
  const content = new Set(words.filter(({ isContent }) => isContent).map(({ stem }) => stem));
  return content.size >= MIN_CONTENT && content.size < words.length;
}
