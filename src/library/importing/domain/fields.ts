import { cleanText } from '#kernel/clean-text.ts';

/** Reads the values that front matter, Notion and Readwise write in many ways. */

/** One line of text, or null. Links of Obsidian lose their brackets. */
export function textField(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(textField).find((text) => text !== null) ?? null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // YAML can write any character, NUL too.
  const text = withoutBrackets(cleanText(String(value)))
    .replace(/\s+/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** A list as people write it: a list, or one line with commas. */
export function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listOf);
  return (textField(value) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Tags without their signs. One line may separate them by spaces, as Obsidian does. */
export function tagsOf(value: unknown): readonly string[] {
  const entries =
    typeof value === 'string' && /^\s*#|^[^,\s]+(?:\s+[^,\s]+)+$/u.test(value)
      ? cleanText(value).split(/[\s,]+/u)
      : listOf(value);
  return entries.map((entry) => entry.replace(/^#+/u, '').trim()).filter((entry) => entry !== '');
}

/** An address of the web, or null. */
export function addressOf(value: unknown): string | null {
  const text = textField(value);
  const address = text === null ? undefined : /https?:\/\/[^\s)>\]]+/iu.exec(text)?.[0];
  return address ?? null;
}

/** A time in ms since the epoch, or null. A time without a zone is taken as UTC. */
export function timeOf(value: unknown): number | null {
  const text = textField(value);
  if (text === null) return null;
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/iu.exec(
    text,
  );
  if (iso) {
    const [, day = '', time = '00:00', zone = 'Z'] = iso;
    return known(Date.parse(`${day}T${time.padStart(time.length + (time.indexOf(':') === 1 ? 1 : 0), '0')}${zone}`));
  }
  // For example `January 5, 2024 10:00 AM`. A number alone would be read as a year.
  if (!/\p{L}{3}/u.test(text) || !/\d{4}/u.test(text)) return null;
  return known(Date.parse(/(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/u.test(text) ? text : `${text} UTC`));
}

function known(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}

/** A link ends at the first closing bracket behind its opening: each stretch without closing brackets is read once. */
function withoutBrackets(text: string): string {
  return text.replace(/(?<![^\]])([^\]]*)\]\]/gu, (whole, stretch: string) => {
    const opening = stretch.indexOf('[[');
    if (opening < 0) return whole;
    const link = stretch.slice(opening + 2);
    return stretch.slice(0, opening) + link.slice(link.indexOf('|') + 1);
  });
}
