import { wordsOf } from '#text/domain/as-read.ts';

import { sentencesOf } from './reading/sentences.ts';

/** This many consecutive words of the hidden feedback that the person did not say are a quote. */
const QUOTE_WORDS = 5;
/** Minimum words for a whole sentence of the feedback to be a quote. */
const SENTENCE_WORDS = 3;
/** Instructions to the tutor contain common words, so a quote needs more of them. */
const RULE_WORDS = 8;
/** From this many words on, the sentence is held until it ends. */
const NEAR_WORDS = 3;
const MAX_READ_LENGTH = 16_000;

/** Names of the blocks of a request, which no reply has reason to write. */
const BLOCK =
  /<\s*\/?\s*(?:turn|ask-for|evaluator|feedback|recalled|task|tell|begun|missing|line|learner|point|wishes|session-begins|earlier-messages)|evaluator-feedback/iu;

/** What a reply must never quote: the parts of the request beside the conversation. */
export interface HiddenWords {
  /** `heard` is the text before the sentence, shown or not, because a quote may span lines. */
  isQuotedIn(sentence: string, heard: string): boolean;
  /** Scans a sentence as it streams, given the text before it, for a possible quote. */
  scan(heard: string): QuoteScan;
}

interface QuoteScan {
  /** Adds a complete token: the text between gaps. */
  take(token: string): void;
  /** `rest` is the incomplete token; may be empty. */
  isNear(rest: string): boolean;
}

/** `rules` are the instructions to the tutor. */
export function hiddenWordsOf(feedback: string, said: string, rules: readonly string[] = []): HiddenWords {
  const written = feedback.replace(/“[^”]*”/gu, '\n').split('\n');
  const known = [quotesOf(written, QUOTE_WORDS), ...sentenceQuotes(written), ...rules.map(ruleOf)];
  let heardWords: readonly string[] | undefined;
  /** Computed only on a hit, because the first words of a reply wait for it. */
  const isTheirs = (run: string, length: number) => {
    heardWords ??= wordsOf(said.slice(0, MAX_READ_LENGTH));
    return runsIn(heardWords, length).includes(run);
  };
  return {
    isQuotedIn: (sentence, heard) =>
      BLOCK.test(sentence.replace(/&(?:lt|#60|#x3c);?/giu, '<')) ||
      known.some(
        ({ runs, length }) =>
          runs.size > 0 && runsAcross(sentence, heard, length).some((run) => runs.has(run) && !isTheirs(run, length)),
      ),
    scan: (heard) => scanFor(known, heard),
  };
}

function scanFor(known: readonly Quotes[], heard: string): QuoteScan {
  let isNear = false;
  let last = wordsOf(heard.slice(-MAX_HEARD_LENGTH)).slice(1 - NEAR_WORDS);
  const watched = known.filter(({ near }) => near.size > 0);
  const endsNear = (words: readonly string[]) => {
    if (words.length < NEAR_WORDS) return false;
    const run = words.join(' ');
    return watched.some(({ near }) => near.has(run));
  };
  /** The last words after a token, and whether it made them near. */
  const after = (token: string) => {
    let words = last;
    let found = /[<&]/u.test(token);
    for (const word of wordsOf(token)) {
      words = [...words, word].slice(-NEAR_WORDS);
      found ||= endsNear(words);
    }
    return { words, found };
  };
  return {
    take(token) {
      const { words, found } = after(token);
      last = words;
      isNear ||= found;
    },
    isNear: (rest) => isNear || (rest !== '' && after(rest).found),
  };
}

interface Quotes {
  readonly length: number;
  readonly runs: ReadonlySet<string>;
  readonly near: ReadonlySet<string>;
}

const rulesRead = new Map<string, Quotes>();
/** There are only a few rules, each in a few variants. */
const MAX_RULES = 100;

/** Cached across replies, because their first words would wait for it. */
function ruleOf(rule: string): Quotes {
  const held = rulesRead.get(rule) ?? quotesOf([rule], RULE_WORDS);
  if (rulesRead.size >= MAX_RULES) rulesRead.clear();
  rulesRead.set(rule, held);
  return held;
}

function quotesOf(lines: readonly string[], length: number): Quotes {
  const runs = new Set<string>();
  const near = new Set<string>();
  for (const line of lines)
    for (const run of runsIn(wordsOf(line.slice(0, MAX_READ_LENGTH)), length)) {
      runs.add(run);
      // Only the end of a long run counts as near, because any question begins like some rule.
      for (const part of runsIn(run.split(' ').slice(-QUOTE_WORDS), NEAR_WORDS)) near.add(part);
    }
  return { length, runs, near };
}

/** Sentences shorter than a quote; they are quotes as a whole. */
function sentenceQuotes(lines: readonly string[]): readonly Quotes[] {
  const lengths = Array.from({ length: QUOTE_WORDS - SENTENCE_WORDS }, (_, index) => SENTENCE_WORDS + index);
  const sentences = lines.flatMap((line) => sentencesOf(line.slice(0, MAX_READ_LENGTH)));
  return lengths.map((length) => {
    const whole = sentences.filter((sentence) => !COMMON.test(sentence) && wordsOf(sentence).length === length);
    return quotesOf(whole, length);
  });
}
/** Phrases that anyone may say to a learner. */
const COMMON = /^\s*(?:that does not hold|it is about what was asked for|in full, in own words)\W*$/iu;

/** The runs that end in the sentence. */
function runsAcross(sentence: string, heard: string, length: number): readonly string[] {
  const before = wordsOf(heard.slice(-MAX_HEARD_LENGTH)).slice(1 - length);
  return runsIn([...before, ...wordsOf(sentence)], length);
}
/** Enough characters for the longest run. */
const MAX_HEARD_LENGTH = 200;

function runsIn(words: readonly string[], length: number): readonly string[] {
  const runs: string[] = [];
  for (let from = 0; from + length <= words.length; from += 1) runs.push(words.slice(from, from + length).join(' '));
  return runs;
}
