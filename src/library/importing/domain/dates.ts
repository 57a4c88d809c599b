/** The time when something was written, as given in a file. */
export interface WrittenAt {
  /** Ms since the epoch; 0:00 UTC for a day without a time. */
  readonly at: number;
  /** The day as written, `YYYY-MM-DD`; null if the file gives a time with its zone. */
  readonly on: string | null;
}

const ISO =
  /^(?<year>\d{4})(?<sign>[-/._]?)(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?:(?:[T ,]|\s{1,9}\p{L}{2,9}\.?)\s{0,9}(?<time>\d{1,2}:\d{2}(?::\d{2})?)?(?:\.\d+)?\s{0,9}(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/iu;
const CJK = /^(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]/u;
const BY_NUMBERS =
  /^(?<one>\d{1,2})(?<sign>[./-])\s?(?<two>\d{1,2})\k<sign>\s?(?<year>\d{4})(?:[ ,]+(?<time>\d{1,2}:\d{2}(?::\d{2})?\s?(?:[AP]M)?))?$/iu;
const EPOCH = /^1\d{12}$/u;

/**
 * Parses a day, with or without a time, in the notations of people and programs. Null if it is not a day, or is
 * ambiguous: `03/04/2024`.
 */
export function writtenAt(text: string): WrittenAt | null {
  const whole = text.trim().replace(/^<(.*)>$/u, '$1');
  if (whole.length > 80) return null;
  if (EPOCH.test(whole)) return { at: Number(whole), on: null };
  const iso = (ISO.exec(whole) ?? CJK.exec(whole))?.groups;
  if (iso) return at(iso);
  const numbers = BY_NUMBERS.exec(whole)?.groups;
  if (numbers) return byNumbers(numbers);
  return byName(whole);
}

/** Reports whether a text can be read as two different days. */
export function isAmbiguous(text: string): boolean {
  return /^\d{1,2}[/-]\d{1,2}[/-](?:\d{2}|\d{4})(?=\D|$)/u.test(text.trim()) && writtenAt(text) === null;
}

type Parts = Readonly<Record<string, string | undefined>>;

function at({ year = '', month = '', day = '', time, zone }: Parts): WrittenAt | null {
  const on = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const begin = Date.parse(`${on}T00:00:00Z`);
  // JavaScript turns a day that the month does not have into another day.
  if (!Number.isFinite(begin) || new Date(begin).toISOString().slice(0, 10) !== on) return null;
  if (time === undefined) return { at: begin, on };
  const minutes = timeOfDay(time);
  if (minutes === null) return null;
  if (zone === undefined) return { at: begin + minutes * 60_000, on };
  return { at: begin + (minutes - zoneOf(zone)) * 60_000, on: null };
}

function timeOfDay(text: string): number | null {
  const [, hour = '', minute = '', second = '0', half] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([AP]M)?$/iu.exec(text.trim()) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/iu.test(half) ? 12 : 0);
  const isOne = hour !== '' && hours < 24 && Number(minute) < 60 && Number(second) < 60;
  return isOne ? hours * 60 + Number(minute) + Number(second) / 60 : null;
}

/** The offset of a time zone, in minutes. */
function zoneOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** With points, the day comes first; with slashes, only where the other order is impossible. */
function byNumbers({ one = '', two = '', sign, ...rest }: Parts): WrittenAt | null {
  if (sign === '.' || Number(one) > 12) return at({ ...rest, day: one, month: two });
  if (Number(two) > 12 || one === two) return at({ ...rest, day: two, month: one });
  return null;
}

const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'ru',
  'uk',
  'tr',
  'hu',
  'ro',
];
let monthsByName: ReadonlyMap<string, string> | undefined;

/** Names of months in several languages, long and short, in the forms that dates use. */
function months(): ReadonlyMap<string, string> {
  if (monthsByName) return monthsByName;
  const names = new Map<string, string>();
  for (const locale of LOCALES)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' });
      for (let number = 11; number >= 0; number -= 1) {
        const name = format.formatToParts(Date.UTC(2024, number, 5)).find(({ type }) => type === 'month')?.value ?? '';
        const key = name.toLowerCase().replace(/\.$/u, '');
        if (!names.has(key)) names.set(key, String(number + 1));
      }
    }
  names.set('sept', '9');
  return (monthsByName = names);
}

/** `January 5, 2024 10:00 AM`, `Fri, 5 Jan 2024`, `14. März 2024`. */
function byName(text: string): WrittenAt | null {
  const time = /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M\b)?/iu.exec(text)?.[0];
  const [before = '', after = ''] = time === undefined ? [text] : text.split(time);
  const zone = /(?:^|\s)\(?(Z|GMT|UTC|[+-]\d{2}:?\d{2})(?=\)|\s|$)/u.exec(after)?.[1];
  const words = `${before} ${time === undefined ? '' : after.replace(zone ?? '', '')}`.toLowerCase();
  const month = words
    .match(/\p{L}+/gu)
    ?.map((word) => months().get(word))
    .find(Boolean);
  const numbers = words.match(/\d+/gu) ?? [];
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  if (month === undefined || year === undefined || day === undefined || numbers.length !== 2) return null;
  return at({ year, month, day, time, zone });
}
