/**
 * The range of a sentence in a text that can have other line breaks, or null. The end is exclusive. Compares white
 * space as one space, and quotation marks in plain form. Reads the text once, regardless of repetitions.
 */
export function rangeOfSentence(text: string, sentence: string): { start: number; end: number } | null {
  const sought = plainSigns(sentence.trim());
  if (sought.length === 0) return null;
  const shorter = restarts(sought);
  let matched = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = plainSign(text.charCodeAt(at));
    const isRepeatedSpace = sign === SPACE && before === SPACE;
    before = sign;
    if (isRepeatedSpace) continue;
    while (matched > 0 && sought[matched] !== sign) matched = shorter[matched - 1] ?? 0;
    if (sought[matched] === sign) matched += 1;
    if (matched === sought.length) return { start: startOf(text, at, sought.length), end: at + 1 };
  }
  return null;
}

/** The start of the range of `length` plain signs that ends at `end`. */
function startOf(text: string, end: number, length: number): number {
  let at = end;
  for (let left = length; left > 1; left -= 1) {
    const isSpace = plainSign(text.charCodeAt(at)) === SPACE;
    at -= 1;
    while (isSpace && plainSign(text.charCodeAt(at)) === SPACE) at -= 1;
  }
  return at;
}

/**
 * For each prefix, the length of its longest proper prefix that is also its suffix: the failure table of Knuth, Morris
 * and Pratt.
 */
function restarts(sought: readonly number[]): readonly number[] {
  const shorter = [0];
  let length = 0;
  for (const sign of sought.slice(1)) {
    while (length > 0 && sought[length] !== sign) length = shorter[length - 1] ?? 0;
    if (sought[length] === sign) length += 1;
    shorter.push(length);
  }
  return shorter;
}

function plainSigns(sentence: string): number[] {
  const signs: number[] = [];
  for (let at = 0; at < sentence.length; at += 1) {
    const sign = plainSign(sentence.charCodeAt(at));
    if (sign !== SPACE || signs.at(-1) !== SPACE) signs.push(sign);
  }
  return signs;
}

const SPACE = 32;
const FIRST_OTHER_SIGN = 0x80;
const SPACES = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];
/** The first of eleven spaces of different widths. */
const EN_QUAD = 0x2000;
const OTHERS = new Map<number, number>([
  ...SPACES.map((sign) => [sign, SPACE] as const),
  ...Array.from({ length: 11 }, (_, at) => [EN_QUAD + at, SPACE] as const),
  // Quotation marks above and below the line, single and double.
  ...[0x2018, 0x2019].map((sign) => [sign, 0x27] as const),
  ...[0x201c, 0x201d, 0x201e].map((sign) => [sign, 0x22] as const),
]);

function plainSign(sign: number): number {
  return sign > SPACE && sign < FIRST_OTHER_SIGN ? sign : (OTHERS.get(sign) ?? sign);
}
