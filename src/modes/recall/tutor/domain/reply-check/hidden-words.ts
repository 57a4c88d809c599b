import { wordsOf } from '#text/domain/as-read.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

/** This many consecutive words of the hidden feedback, not said by the person, are a quote. */
const QUOTE_WORDS = 5;
/** A complete sentence of the feedback with this many words is also a quote. */
const SHORT_QUOTES = [3, 4];
/** Instructions to the tutor contain common words, so a quote of them needs more words. */
const RULE_WORDS = 8;
const MAX_READ_LENGTH = 16_000;
/** Long enough for the longest quote, in characters. */
const MAX_HEARD_LENGTH = 200;

/** Names of the blocks of a request, which no reply has a reason to use. */
const BLOCK =
  /<\s*(?:\/\s*)?(?:turn|ask-for|evaluator|feedback|recalled|task|tell|begun|missing|line|learner|point|wishes|session-begins|earlier-messages)|evaluator-feedback/iu;
/** Phrases that are harmless to say to a learner. */
const COMMON = /^\s*(?:that does not hold|it is about what was asked for|in full, in own words)\W*$/iu;

/** The hidden parts of a request, which a reply must never quote. */
export interface HiddenWords {
  /** `heard` is the text before the sentence, shown or not, because a quote can span lines. */
  isQuotedIn(sentence: string, heard: string): boolean;
}

/** `said` is the person's message, `rules` are the instructions to the tutor. */
export function hiddenWordsOf(feedback: string, said: string, rules: readonly string[] = []): HiddenWords {
  const lines = feedback
    .slice(0, MAX_READ_LENGTH)
    .replace(/(?<![^”])([^“”]*)“[^”]*”/gu, '$1\n')
    .split('\n');
  const sentences = lines.flatMap(sentencesOf).filter(({ text }) => !COMMON.test(text));
  const hidden = [
    { length: QUOTE_WORDS, runs: runsOf(lines, QUOTE_WORDS) },
    { length: RULE_WORDS, runs: runsOf(rules, RULE_WORDS) },
    ...SHORT_QUOTES.map((length) => ({
      length,
      runs: runsOf(
        sentences.flatMap(({ text }) => (wordsOf(text).length === length ? [text] : [])),
        length,
      ),
    })),
  ].map((each) => ({ ...each, said: runsOf([said.slice(0, MAX_READ_LENGTH)], each.length) }));
  return {
    isQuotedIn(sentence, heard) {
      if (BLOCK.test(sentence.replace(/&(?:lt|#60|#x3c);?/giu, '<'))) return true;
      const before = wordsOf(heard.slice(-MAX_HEARD_LENGTH));
      const words = wordsOf(sentence);
      return hidden.some(({ length, runs, said: theirs }) =>
        runsIn([...before.slice(1 - length), ...words], length).some((run) => runs.has(run) && !theirs.has(run)),
      );
    },
  };
}

const runsOf = (lines: readonly string[], length: number): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => runsIn(wordsOf(line), length)));

const runsIn = (words: readonly string[], length: number): readonly string[] =>
  words.slice(length - 1).map((_, from) => words.slice(from, from + length).join(' '));
