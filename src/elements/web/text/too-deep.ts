/** Maximum nesting of quotes and lists. The parser recurses for each level. */
const MAX_DEPTH = 100;
const NESTED = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){${MAX_DEPTH}}`, 'm');

/** Whether quotes and lists are nested too deep for the parser of Markdown. */
export function isTooDeep(text: string): boolean {
  return text.length >= MAX_DEPTH && NESTED.test(text);
}
