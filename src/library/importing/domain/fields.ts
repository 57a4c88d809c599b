import { cleanText } from '#kernel/clean-text.ts';

import { isAmbiguous, type WrittenAt, writtenAt } from './dates.ts';
import { type Field, type FieldValue, PLACEHOLDER } from './front-matter.ts';

/** The fields of a note. Fields that map to a property of a source are taken; `left` returns the rest. */
export class NoteFields {
  readonly #fields: readonly Field[];
  readonly #taken = new Set<Field>();

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** The first value under these names that `read` accepts. */
  first<Value>(names: readonly string[], read: (value: FieldValue) => Value | null): Value | null {
    for (const field of this.#named(names)) {
      const value = read(field.value);
      if (value === null) continue;
      this.#taken.add(field);
      return value;
    }
    return null;
  }

  /** All values under these names. */
  all<Value>(names: readonly string[], read: (value: FieldValue) => readonly Value[]): readonly Value[] {
    return this.#named(names).flatMap((field) => {
      const values = read(field.value);
      if (values.length > 0) this.#taken.add(field);
      return values;
    });
  }

  /** Fields in the order of the names, then of the file. */
  #named(names: readonly string[]): readonly Field[] {
    return names.flatMap((name) =>
      this.#fields.filter((field) => field.name.normalize('NFC').trim().toLowerCase() === name),
    );
  }

  left(): readonly Field[] {
    return this.#fields.filter((field) => !this.#taken.has(field));
  }
}

/**
 * One line of text, or null. Removes the brackets of Obsidian's links. Null for template placeholders and for values
 * with fields of their own.
 */
export function textField(value: FieldValue | undefined): string | null {
  if (Array.isArray(value)) {
    const texts = (value as readonly FieldValue[]).map(textField);
    return texts.length === 0 || texts.includes(null) ? null : texts.join(', ');
  }
  if (typeof value !== 'string' || PLACEHOLDER.test(value)) return null;
  // YAML can encode any character, including NUL.
  const text = withoutBrackets(cleanText(value)).replace(/\s+/gu, ' ').trim();
  return /^(?:~|null)?$/iu.test(text) ? null : text;
}

const LISTED = /\s{0,9}"[^"]{0,300}"\s{0,9}(?=,|$)|[^,]+/gu;

/** Reads a list, or one line with commas; entries inside quotation marks can contain commas. */
export function listOf(value: FieldValue | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly FieldValue[]).flatMap((each) => textField(each) ?? []);
  return Array.from((textField(value) ?? '').matchAll(LISTED), ([entry]) =>
    entry.trim().replace(/^"(.*)"$/u, '$1'),
  ).filter((entry) => entry !== '');
}

/**
 * Tags without their signs. In one line they can be separated by spaces, as in Obsidian, or have brackets, as in
 * Logseq.
 */
export function tagsOf(value: FieldValue | undefined): readonly string[] {
  const hasSpaces = typeof value === 'string' && /^\s*#(?!\[\[)|^[^,\s]+(?:\s+[^,\s]+)+$/u.test(value);
  const entries =
    hasSpaces && !value.includes('[[') && !PLACEHOLDER.test(value)
      ? cleanText(value).split(/[\s,]+/u)
      : listOf(value).flatMap((entry) => entry.split(','));
  return entries.map((entry) => entry.trim().replace(/^#+/u, '').trim()).filter((entry) => entry !== '');
}

/** A web address, or null. */
export function addressOf(value: FieldValue | undefined): string | null {
  const text = textField(value);
  const address = text === null ? undefined : /https?:\/\/[^\s)>\]]+/iu.exec(text)?.[0];
  return address ?? null;
}

/** The address if the value contains nothing else. */
export function addressAlone(value: FieldValue): string | null {
  const address = addressOf(value);
  const rest = address === null ? '' : (textField(value) ?? '').replace(address, '');
  // A Markdown link, or an address in angle brackets.
  return /^[\s<>]*$|^\[[^\]]*\]\(\)$/u.test(rest) ? address : null;
}

/** A day, with or without a time, or null. */
export function timeOf(value: FieldValue | undefined): WrittenAt | null {
  const text = textField(value);
  return text === null ? null : writtenAt(text);
}

/** The text of an ambiguous day, or null. */
export function ambiguousDay(value: FieldValue): string | null {
  const text = textField(value);
  return text !== null && isAmbiguous(text) ? text : null;
}

/**
 * A link ends at the first closing bracket after its opening one, so each stretch without closing brackets is read
 * once.
 */
function withoutBrackets(text: string): string {
  return text.replace(/(?<![^\]])([^\]]*)\]\]/gu, (whole, stretch: string) => {
    const opening = stretch.indexOf('[[');
    if (opening < 0) return whole;
    const link = stretch.slice(opening + 2);
    return stretch.slice(0, opening) + link.slice(link.indexOf('|') + 1);
  });
}
