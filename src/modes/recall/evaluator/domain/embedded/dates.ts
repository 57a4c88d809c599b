const NUMBERS = /(?<![\p{N}.])\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?![\p{N}.])/gu;
/** A German name, or any name or short form beside a number: "4 Oct", "12. Juni", "in June 1963". */
const NAME =
  /(?<!\p{L})(?:Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?!\p{L})|(?<=(?<!\p{N})\p{N}{1,2}(?:\.|st|nd|rd|th)? )\p{L}{3,9}(?!\p{L})\.?|(?<!\p{L})\p{L}{3,9}\.?(?= \p{N}{1,2}(?!\p{N})| \p{N}{4}(?!\p{N}))/gu;
const MONTHS: readonly (readonly [name: string, written: RegExp])[] = [
  ['january', /^jan(?:uary?)?$/],
  ['february', /^feb(?:ruary?)?$/],
  ['march', /^(?:mar|march|märz?)$/],
  ['april', /^apr(?:il)?$/],
  ['may', /^ma[yi]$/],
  ['june', /^jun[ei]?$/],
  ['july', /^jul[yi]?$/],
  ['august', /^aug(?:ust)?$/],
  ['september', /^sept?(?:ember)?$/],
  ['october', /^o[ck]t(?:ober)?$/],
  ['november', /^nov(?:ember)?$/],
  ['december', /^de[cz](?:ember)?$/],
];

/** The text with each month written in one way: "28.6.1919" and "28. Juni 1919" have the same words. */
export function withSameDates(text: string): string {
  if (!/\d|[MJFDO]\p{Ll}/u.test(text)) return text;
  return text
    .replace(NUMBERS, (date) => {
      const [day, month, year] = date.split(/\.\s?/u);
      const name = MONTHS[Number(month) - 1]?.[0];
      return name === undefined ? date : `${day} ${name} ${year}`;
    })
    .replace(NAME, (written) => {
      const short = written.replace('.', '').toLowerCase();
      return MONTHS.find(([, pattern]) => pattern.test(short))?.[0] ?? written;
    });
}
