/**
 * Escapes text of a person or a model for a tagged block: anything that could open or close a tag is written as `&lt;`.
 * Everything else is unchanged, so that it can be quoted.
 */
export function escapeTags(text: string): string {
  return text.replace(/<(?=[\s\p{C}]*[/!?\p{L}_])/gu, '&lt;');
}

export function unescapeTags(text: string): string {
  return text.replaceAll('&lt;', '<');
}

/** A block of data: `<name a="b">text</name>`. Attributes contain only text written by code, never by a person. */
export function tagged(name: string, text: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${String(value)}"`);
  return `<${name}${written.join('')}>${escapeTags(text)}</${name}>`;
}

/** The beginning and the end of a long text, with a note on how much is left out between them. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = Math.ceil(longest * 0.7);
  const tail = longest - head;
  const left = text.length - longest;
  return `${text.slice(0, head).toWellFormed()}\n[${String(left)} characters left out]\n${text.slice(-tail).toWellFormed()}`;
}
