import { numberIn } from '../numbers.ts';
import type { Stronger } from './stronger.ts';

interface Figure {
  readonly text: string;
  /** All values that it can be written as: a share also as per cent. */
  readonly values: readonly number[];
  readonly isSpelled: boolean;
  readonly isRough: boolean;
  /** Whether it is a fraction: two thirds are 66 percent as well as 67. */
  readonly isPart?: true;
}

const FRACTIONS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  halves: 1 / 2,
  third: 1 / 3,
  thirds: 1 / 3,
  quarter: 1 / 4,
  quarters: 1 / 4,
  fifth: 1 / 5,
  fifths: 1 / 5,
  tenth: 1 / 10,
  tenths: 1 / 10,
  halb: 1 / 2,
  halbe: 1 / 2,
  hälfte: 1 / 2,
  drittel: 1 / 3,
  viertel: 1 / 4,
  fünftel: 1 / 5,
  zehntel: 1 / 10,
};
/** Fractions that are also ordinals. */
const NEEDS_COUNT = new Set(['third', 'fifth', 'tenth', 'quarter']);
const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ein: 1,
  eine: 1,
  einem: 1,
  einen: 1,
  der: 1,
  die: 1,
  the: 1,
};
/** In metres, grams and litres: the claim may use another unit. */
const UNITS: Readonly<Record<string, number>> = {
  km: 1e3,
  cm: 1e-2,
  mm: 1e-3,
  kg: 1e3,
  mg: 1e-3,
  ml: 1e-3,
};
/** Multiples, and counts that have a name. */
const MULTIPLES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    2: 'double doubled doubles doubling twice twofold verdoppelt verdoppelte verdoppelten doppelt zweimal',
    3: 'triple tripled triples tripling treble trebled thrice threefold verdreifacht verdreifachte verdreifachten dreimal dreifache',
    4: 'quadruple quadrupled quadruples fourfold vervierfacht vervierfachte vervierfachten viermal vierfache',
    5: 'fivefold fünfmal fünffache',
    6: 'sixfold sechsmal sechsfache',
    10: 'tenfold zehnmal zehnfache',
    12: 'dozen dutzend',
  }).flatMap(([value, words]) => words.split(' ').map((word) => [word, Number(value)] as const)),
);
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  tausend: 1e3,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  billion: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
};
/** Number words that are also pronouns or articles. */
const NO_NUMBERS = new Set(['one', 'eins', 'null', 'hundred', 'thousand', 'million']);
const ROUGH = new Set(
  'about around roughly nearly almost approximately some over under more less than etwa rund ungefähr circa ca knapp fast gut über unter mehr weniger als'.split(
    ' ',
  ),
);
/** `twenty-one` */
const WITH_TENS =
  /(?<![\p{L}-])(?<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?<unit>one|two|three|four|five|six|seven|eight|nine)(?![\p{L}-])/giu;
/** `one in five`, `3 von 10` */
const RATIO =
  /(?<![\p{L}\p{N}.,])(?:(?<one>one|1|ein|eine|einer|eines|einem|einen) (?:in|out of|von|in every)|(?<part>[\p{L}]{2,9}|\d{1,3}) (?:out of|von)) (?:the |den )?(?<whole>[\p{L}]{2,9}|\d{1,4})(?![\p{L}\p{N}%]|[.,]\d| ?(?:percent|per cent|prozent|million|thousand))/giu;
const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|%/gu;
/** Citation marks, and numbers of list items and of sources. */
const LABELS = /\[\^?\d+\]|^[ \t]{0,8}\d{1,3}[.)]\s/gmu;

function figuresOf(text: string): readonly Figure[] {
  const counted = text
    .replace(LABELS, ' ')
    .toLowerCase()
    .replace(WITH_TENS, (_, tens: string, unit: string) => String(Number(numberIn(tens)) + Number(numberIn(unit))));
  const ratios: Figure[] = [];
  const rest = counted.replace(RATIO, (ratio, ...found) => {
    const { one, part = '', whole = '' } = found.at(-1) as Partial<Record<string, string>>;
    const count = one === undefined ? Number(numberIn(part) ?? Number.NaN) : 1;
    const value = count / Number(numberIn(whole) ?? Number.NaN);
    if (!(value < 1)) return ratio;
    ratios.push({ text: ratio, values: [value], isSpelled: !/\d/.test(ratio), isRough: false, isPart: true });
    return ' ';
  });
  return [...ratios, ...figuresIn(rest.match(WORD) ?? [])];
}

function figuresIn(words: readonly string[]): readonly Figure[] {
  return words.flatMap((word, index): readonly Figure[] => {
    const [before = '', next = ''] = [words[index - 1], words[index + 1]];
    const isRough = ROUGH.has(before) || ROUGH.has(words[index - 2] ?? '');
    const multiple = MULTIPLES.get(word);
    if (multiple !== undefined) return [{ text: word, values: [multiple], isSpelled: true, isRough }];
    const part = FRACTIONS[word];
    if (part !== undefined) {
      // "half a million"
      const scaled = SCALES[words[index + 2] ?? ''];
      if (scaled !== undefined && /^(?:an?|eine)$/.test(next))
        return [{ text: word, values: [part * scaled], isSpelled: true, isRough }];
      const count = COUNTS[before] ?? Number(numberIn(before) ?? Number.NaN);
      if (NEEDS_COUNT.has(word) && !['a', 'an', 'one', 'ein', 'einem', 'einen'].includes(before)) return [];
      const value = part * (Number.isNaN(count) ? 1 : count);
      return [
        {
          text: COUNTS[before] || Number.isNaN(count) ? word : `${before} ${word}`,
          values: [value],
          isSpelled: true,
          isRough,
          isPart: true,
        },
      ];
    }
    const number = numberIn(word);
    if (number === null || NO_NUMBERS.has(word) || FRACTIONS[next] !== undefined) return [];
    const scale = SCALES[next] ?? 1;
    const value = Number(number) * scale;
    const isShare = /^(?:%|percent|per|prozent)$/.test(next);
    const values = isShare ? [value, value / 100] : [value, Number(number), value * (UNITS[next] ?? 1)];
    // The 19th century is the 1800s.
    const named = /^(?:st|nd|rd|th)$/.test(next) ? words[index + 2] : next;
    if (/^(?:century|centuries|jahrhunderts?)$/.test(named ?? '')) values.push((value - 1) * 100);
    return [{ text: isShare && next === '%' ? `${word}%` : word, values, isSpelled: !/\d/.test(word), isRough }];
  });
}

/** With more figures, some difference would equal almost any number. */
const MAX_RECKONED = 6;
const ROUGHLY = 0.1;
const OF_PART = 0.02;

function isSame(one: Figure, other: Figure): boolean {
  if (one.text === other.text) return true;
  const margin = one.isRough ? ROUGHLY : one.isPart || other.isPart ? OF_PART : 0.001;
  return one.values.some((value) => other.values.some((known) => Math.abs(value - known) <= margin * Math.abs(known)));
}

interface Compared {
  readonly source: string;
  readonly around: string;
  readonly claim: string;
}

/**
 * A figure of the claim that occurs neither in the cited text nor around it. A number word, which may count what the
 * source lists, is reported only if a figure of the source is missing in the claim.
 */
export function newFigure({ source, around, claim }: Compared): Stronger | null {
  const claimed = figuresOf(claim);
  if (claimed.length === 0) return null;
  const known = figuresOf(around);
  const isReplaced = figuresOf(source).some((figure) => !claimed.some((each) => isSame(each, figure)));
  const isKnown = (figure: Figure) => known.some((each) => isSame(figure, each));
  const kept = claimed.filter(isKnown).flatMap(({ values: [value = 0] }) => value);
  // A life from 1850 to 1901 has 51 years.
  const years = known.flatMap(({ values: [value = 0] }) => (value > 1000 && value < 2100 ? value : []));
  const found = claimed.find(
    (figure) =>
      !isKnown(figure) && (!figure.isSpelled || isReplaced) && !isReckoned(figure, kept) && !isReckoned(figure, years),
  );
  return found ? { kind: 'number', words: found.text, isAdded: true } : null;
}

/** Reports whether a figure is the sum of the others, or the difference of two of them. */
function isReckoned({ values: [value = 0] }: Figure, kept: readonly number[]): boolean {
  const isIt = (result: number) => Math.abs(result - value) <= 0.001 * Math.abs(value);
  if (kept.length < 2 || kept.length > MAX_RECKONED) return false;
  const differences = kept.flatMap((one) => kept.map((other) => one - other));
  return isIt(kept.reduce((sum, each) => sum + each, 0)) || differences.some(isIt);
}
