/**
 * Text of a person or of a model, made harmless inside a tagged block: whatever in it could open or close a tag is
 * written as `&lt;`. Everything else stays as it was, so that it can be quoted.
 */
export function escapeTags(text: string): string {
  return text.replace(/<(?=[\s\p{C}]*[/!?\p{L}_])/gu, '&lt;');
}

/** What was escaped, as it was. */
export function unescapeTags(text: string): string {
  return text.replaceAll('&lt;', '<');
}

/** A block of data: `<name a="b">text</name>`. Attributes hold what code wrote, never what a person did. */
export function tagged(name: string, text: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${String(value)}"`);
  return `<${name}${written.join('')}>${escapeTags(text)}</${name}>`;
}

/** A long text by its beginning and end, with a note of what is left out between them. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = Math.ceil(longest * 0.7);
  const tail = longest - head;
  const left = text.length - longest;
  return `${text.slice(0, head).toWellFormed()}\n[${String(left)} characters left out]\n${text.slice(-tail).toWellFormed()}`;
}
