import { stemOf } from '#text/domain/stems.ts';
import type { Word } from '#text/domain/word.ts';
import type { Reading } from '#text/domain/words.ts';

/** A word of the point that was not said. */
interface Unsaid {
  readonly word: Word;
  readonly before: Word | undefined;
  readonly isName: boolean;
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const TIMES = list(
  `second seconds minute minutes hour hours day days week weeks month months year years decade century centuries morning
  noon evening night midnight spring summer autumn winter january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday`,
);
const PLACE_BEFORE = list('in on at from to near into of around between');
const REASON_BEFORE = list('because since so therefore thus hence');

/** The kinds of part that may be missing, the most telling first. The first one that fits is named. */
const KINDS: readonly (readonly [name: string, fits: (unsaid: Unsaid) => boolean])[] = [
  ['a number', ({ word }) => word.isNumber],
  ['a time', ({ word }) => TIMES.has(word.form)],
  ['a place', ({ isName, before }) => isName && PLACE_BEFORE.has(before?.form ?? '')],
  ['a name', ({ isName }) => isName],
];

/**
 * The part of a point that the answer lacks: only its kind, as a noun phrase, and no word of the point that was not
 * said. `unsaid` tells whether a stem of the point was left out.
 */
export function missingOf(text: string, reading: Reading, isUnsaid: (stem: string) => boolean): string {
  const unsaid = reading.words.flatMap((word, index): readonly Unsaid[] =>
    word.isContent && isUnsaid(word.stem)
      ? [{ word, before: reading.words[index - 1], isName: index > 0 && /^\p{Lu}/u.test(text.slice(word.start)) }]
      : [],
  );
  const stems = new Set(unsaid.map(({ word }) => word.stem));
  const isFree = (name: string): boolean => !name.split(' ').some((word) => stems.has(stemOf(word)));
  const parts = partsOf(reading, stems);
  const named = KINDS.filter(([, fits]) => unsaid.some(fits)).map(([name]) => name);
  const candidates = [
    ...(parts.whole ? ['all of it'] : []),
    ...named,
    ...(parts.reason ? ['the reason'] : []),
    ...(parts.missing > 0 ? [parts.count === 2 ? 'one of its two parts' : 'one of its parts'] : []),
    ...(unsaid.some(({ word }) => /(?:ed|ing|s)$/.test(word.form)) ? ['what it does'] : []),
    'a detail',
    'a part',
  ];
  return candidates.find(isFree) ?? 'more';
}

/** A clause with a smaller share said is missing. */
const MIN_SHARE_OF_PART = 0.3;

/** Clauses with content of their own, and which of them are missing. */
function partsOf({ words, clauses }: Reading, unsaid: ReadonlySet<string>) {
  let [count, missing, reason, content] = [0, 0, false, 0];
  for (const { from, to } of clauses) {
    const own = words.slice(from, to).filter((word) => word.isContent);
    if (own.length === 0) continue;
    count += 1;
    content += own.length;
    if (own.filter(({ stem }) => !unsaid.has(stem)).length >= own.length * MIN_SHARE_OF_PART) continue;
    missing += 1;
    reason ||= REASON_BEFORE.has(words[from]?.form ?? '');
  }
  return { count, missing, reason, whole: count > 0 && content > 0 && missing === count };
}
