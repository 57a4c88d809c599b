/** The range of a sentence in a text that may be broken into other lines, or null. The end is exclusive. */
export function rangeOfSentence(text: string, sentence: string): { start: number; end: number } | null {
  const words = sentence.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  const pattern = words.map((word) => word.replace(SPECIAL, (mark) => MARKS[mark] ?? `\\${mark}`));
  const found = new RegExp(pattern.join(String.raw`\s+`), 'u').exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}

/** Marks of quotation, and of regular expressions. */
const SPECIAL = /['‘’"“”„\\^$.*+?()[\]{}|/]/gu;
/** Quotation marks are compared in plain form. */
const SINGLE = "['‘’]";
const DOUBLE = '["“”„]';
const MARKS: Readonly<Record<string, string>> = {
  "'": SINGLE,
  '‘': SINGLE,
  '’': SINGLE,
  '"': DOUBLE,
  '“': DOUBLE,
  '”': DOUBLE,
  '„': DOUBLE,
};
