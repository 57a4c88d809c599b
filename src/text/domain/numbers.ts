const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const SPELLED: ReadonlyMap<string, string> = new Map([
  ...UNITS.map((word, value) => [word, String(value)] as const),
  ...TENS.map((word, index) => [word, String((index + 2) * 10)] as const),
  ['hundred', '100'],
  ['thousand', '1000'],
  ['million', '1000000'],
  ...'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'
    .split(' ')
    .map((word, value) => [word, String(value)] as const),
]);

/**
 * The canonical form of a number: `1,000`, `1000` and `1000.0` are equal, and so are `five` and `5`. Null for other
 * words.
 */
export function numberIn(form: string): string | null {
  if (!/^\p{N}/u.test(form)) return SPELLED.get(form) ?? null;
  const digits = form.replace(/(?:st|nd|rd|th|%)$/, '');
  if (!/^[\d.,]+$/.test(digits)) return null;
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.');
  const value = Number(grouped);
  return Number.isFinite(value) ? String(value) : digits;
}
