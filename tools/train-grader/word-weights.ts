import type { WordWeights } from '#modes/recall/evaluator/domain/grader/words/word-weight.ts';
import type { LabelledAnswer } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

/** Rarer words weigh 1, and so does what training never saw. */
const RARE = 3;

/** How much words tell: little where they come up at many questions, in what is asked, meant or answered. No label is used. */
export function wordWeightsOf(answers: readonly LabelledAnswer[]): WordWeights {
  const lexicon = createLexicon(stopWordsFor('the'));
  const stemsOf = new Map<string, Set<string>>();
  for (const { question, references, answer } of answers) {
    const stems = stemsOf.get(question) ?? new Set();
    stemsOf.set(question, stems);
    for (const text of [question, answer, ...references.map((reference) => reference.text)])
      for (const word of read(text, lexicon).words) if (word.isContent) stems.add(word.stem);
  }
  const questionsWith = new Map<string, number>();
  for (const stems of stemsOf.values())
    for (const stem of stems) questionsWith.set(stem, (questionsWith.get(stem) ?? 0) + 1);
  const most = Math.log(1 + stemsOf.size / RARE);
  return new Map(
    [...questionsWith]
      .filter(([stem, count]) => count >= RARE && /^[#\p{L}\p{N}.]+$/u.test(stem))
      .map(([stem, count]) => [stem, Math.round((Math.log(1 + stemsOf.size / (1 + count)) / most) * 50) / 50]),
  );
}
