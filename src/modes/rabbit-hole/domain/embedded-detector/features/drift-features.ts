import { type ReadText, type Sentence, type WeighedWord, wordsThatTell } from '../words/read-text.ts';
import type { Exchange } from './exchange.ts';
import { likenessOf } from './likeness.ts';

interface Novelty {
  /** Weight of the words unlike any earlier word. */
  readonly fresh: number;
  /** The same as a share; 1 without words. */
  readonly share: number;
}

interface Window {
  readonly earlier: readonly ReadText[];
  /** Factor by which a likeness counts less per message back. */
  readonly decay: number;
}

function noveltyOf(words: readonly WeighedWord[], { earlier, decay }: Window): Novelty {
  let [whole, met] = [0, 0];
  for (const word of words) {
    let most = 0;
    let worth = 1;
    for (const text of earlier) {
      for (const other of text.content)
        most = Math.max(most, likenessOf(word, other) * worth * (0.5 + other.weight / 2));
      worth *= decay;
      if (most >= worth) break;
    }
    whole += word.weight;
    met += word.weight * most;
  }
  return { fresh: whole - met, share: whole === 0 ? 1 : 1 - met / whole };
}

/** How far the message, its last sentence and its last question lead from the earlier messages. */
export function driftFeatures({ last, earlier }: Exchange): Readonly<Record<string, number>> {
  const near = (count: number, decay: number): Window => ({ earlier: earlier.slice(0, count), decay });
  const ending = wordsThatTell(last.sentences.at(-1));
  const question = wordsThatTell(last.sentences.findLast(({ isQuestion }) => isQuestion));
  const [before] = earlier;
  const whole = near(earlier.length, 0.85);
  const previous = noveltyOf(before?.content ?? [], { earlier: earlier.slice(1, 5), decay: 0.8 });
  const asked = (novelty: Novelty) => (question.length > 0 ? novelty.share : 0);
  return {
    freshFromPrevious: noveltyOf(last.content, near(1, 1)).fresh,
    freshFromAll: noveltyOf(last.content, whole).fresh,
    newFromPrevious: noveltyOf(last.content, near(1, 1)).share,
    newFromTwo: noveltyOf(last.content, near(2, 1)).share,
    newFromFour: noveltyOf(last.content, near(4, 0.8)).share,
    newFromOwn: noveltyOf(last.content, { earlier: earlier.slice(1, 2), decay: 1 }).share,
    endingNewFromTwo: noveltyOf(ending, near(2, 1)).share,
    endingNewFromAll: noveltyOf(ending, whole).share,
    endingFreshFromAll: noveltyOf(ending, whole).fresh,
    questionNewFromPrevious: asked(noveltyOf(question, near(1, 1))),
    questionNewFromFour: asked(noveltyOf(question, near(4, 0.8))),
    questionNewFromAll: asked(noveltyOf(question, whole)),
    freshestSentence: freshest(last.sentences, near(4, 0.8)),
    previousWasNew: previous.share,
    previousWasFresh: previous.fresh,
    lettersLikePrevious: lettersAlike(last, earlier.slice(0, 1)),
    lettersLikeThree: lettersAlike(last, earlier.slice(0, 3)),
    lettersLikeAll: lettersAlike(last, earlier),
  };
}

function freshest(sentences: readonly Sentence[], window: Window): number {
  return Math.max(0, ...sentences.map((sentence) => noveltyOf(wordsThatTell(sentence), window).fresh));
}

/** Cosine of letter trigram counts, which include function words and misspellings. */
function lettersAlike(one: ReadText, others: readonly ReadText[]): number {
  const [first, second] = [triplesOf([one]), triplesOf(others)];
  let [both, ofFirst, ofSecond] = [0, 0, 0];
  for (const [triple, count] of first) {
    both += count * (second.get(triple) ?? 0);
    ofFirst += count ** 2;
  }
  for (const count of second.values()) ofSecond += count ** 2;
  return both === 0 ? 0 : both / Math.sqrt(ofFirst * ofSecond);
}

function triplesOf(texts: readonly ReadText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const line = ` ${texts.flatMap(({ words }) => words.map(({ form }) => form)).join(' ')} `;
  for (let at = 0; at + 3 <= line.length; at += 1) {
    const triple = line.slice(at, at + 3);
    counts.set(triple, (counts.get(triple) ?? 0) + 1);
  }
  return counts;
}
