import type { Comparison } from './comparison.ts';
import { bothOf, shareOf, shareOfNew, sharedBy, sizeOf, type TextView } from './text-view.ts';

const MAX_SEQUENCE = 48;

/** Common runs of words and characters, and their order. */
export function sequenceFeatures({ question, point, answer }: Comparison) {
  const [words, twos, threes] = [0, 1, 2].map((length) => sharesOfRuns({ point, answer }, 'runs', length));
  const [short, long] = [0, 1].map((length) => sharesOfRuns({ point, answer }, 'characters', length));
  const none = new Map<string, number>();
  const [wordRuns = none, twoRuns = none] = [0, 1].map((length) => point.runs[length] ?? none);
  const [ownWords = none, ownTwos = none] = [0, 1].map((length) => answer.runs[length] ?? none);
  const [askedWords = none, askedTwos = none] = [0, 1].map((length) => question.runs[length] ?? none);
  const [pointLetters = none, ownLetters = none, askedLetters = none] = [point, answer, question].map(
    (view) => view.characters[1] ?? none,
  );
  const pairs = sharedBy(point.pairs, answer.pairs);
  const inOrder = longestSequence(point, answer);
  const inOrderPoint = shareOf(inOrder, Math.min(point.words.length, MAX_SEQUENCE));
  const inOrderAnswer = shareOf(inOrder, Math.min(answer.words.length, MAX_SEQUENCE));
  return {
    wordsOfPoint: words?.ofPoint ?? 0,
    wordsOfAnswer: words?.ofAnswer ?? 0,
    twosOfPoint: twos?.ofPoint ?? 0,
    twosOfAnswer: twos?.ofAnswer ?? 0,
    threesOfPoint: threes?.ofPoint ?? 0,
    threesOfAnswer: threes?.ofAnswer ?? 0,
    freshWordsOfPoint: shareOfNew(wordRuns, askedWords, ownWords),
    freshWordsOfAnswer: shareOfNew(ownWords, askedWords, wordRuns),
    freshTwosOfPoint: shareOfNew(twoRuns, askedTwos, ownTwos),
    freshTwosOfAnswer: shareOfNew(ownTwos, askedTwos, twoRuns),
    pairsOfPoint: shareOf(pairs, point.pairs.size),
    pairsOfAnswer: shareOf(pairs, answer.pairs.size),
    inOrderPoint,
    inOrderAnswer,
    inOrder: bothOf(inOrderPoint, inOrderAnswer),
    threeLettersOfPoint: short?.ofPoint ?? 0,
    threeLettersOfAnswer: short?.ofAnswer ?? 0,
    threeLetters: bothOf(short?.ofPoint ?? 0, short?.ofAnswer ?? 0),
    fourLettersOfPoint: long?.ofPoint ?? 0,
    fourLettersOfAnswer: long?.ofAnswer ?? 0,
    fourLetters: bothOf(long?.ofPoint ?? 0, long?.ofAnswer ?? 0),
    freshLettersOfPoint: shareOfNew(pointLetters, askedLetters, ownLetters),
    freshLettersOfAnswer: shareOfNew(ownLetters, askedLetters, pointLetters),
  };
}

type Pair = Pick<Comparison, 'point' | 'answer'>;

function sharesOfRuns({ point, answer }: Pair, kind: 'runs' | 'characters', length: number) {
  const [left, right] = [point[kind][length], answer[kind][length]];
  if (!left || !right) return { ofPoint: 0, ofAnswer: 0 };
  const shared = sharedBy(left, right);
  return { ofPoint: shareOf(shared, sizeOf(left)), ofAnswer: shareOf(shared, sizeOf(right)) };
}

/** The number of stems that appear in both in the same order. */
function longestSequence(left: TextView, right: TextView): number {
  const there = right.words.slice(0, MAX_SEQUENCE).map((word) => word.stem);
  let row = new Uint8Array(there.length + 1);
  let next = new Uint8Array(there.length + 1);
  for (const { stem } of left.words.slice(0, MAX_SEQUENCE)) {
    for (let index = 0; index < there.length; index += 1) {
      next[index + 1] = there[index] === stem ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    }
    [row, next] = [next, row];
  }
  return row[there.length] ?? 0;
}
