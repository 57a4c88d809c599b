import { trimEnd } from '#text/domain/trim-ends.ts';

interface Part {
  readonly text: string;
  /** Code, a formula, a date, or a number with its unit. */
  readonly isWhole: boolean;
}

const NUMBER = String.raw`\p{N}(?:[\p{N}.,]*\p{N})?`;
/** Ranges and numerals in words: "24", "1789–1799", "five to six", "zwei bis drei". */
const SPELLED =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend)';
const AMOUNT = `(?:${NUMBER}|${SPELLED})`;
const RANGE = String.raw`${AMOUNT}(?:\s?[-\u2013\u2014]\s?|\s(?:to|bis|or|oder)\s)${AMOUNT}`;
const SYMBOL =
  '(?:[kMGTmµμnp]?(?:m|g|s|l|L|A|V|W|J|N|Pa|Hz|eV|mol|bar|B|Ω|Wh)|min|h|cm|dm|kcal|°C|°F|°|%|€|ppm)(?:[/·*][\\p{L}²³]+|[²³])*';
/** Units written as words, and those with a number: "24 hours", "1,4 Milliarden Jahre". */
const UNIT =
  '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|percent|per cent|degrees?(?: (?:Celsius|Fahrenheit))?|(?:kilo|centi|milli|nano|micro)?met(?:re|er)s?|miles?|feet|inch(?:es)?|(?:kilo|milli)?grams?|tonn?e?s?|(?:milli)?lit(?:re|er)s?|volts?|watts?|joules?|newtons?|hertz|calories|dollars?|euros?|pounds?|hundred|thousand|million|billion|trillion|times|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Jahrzehnten?|Jahrhunderten?|Prozent|Grad(?: Celsius)?|(?:(?:Kilo|Zenti|Milli|Nano)m|M)etern?|Meilen|(?:(?:Kilo|Milli)g|G)ramm|Tonnen?|(?:Millil|L)itern?|Volt|Watt|Joule|Newton|Hertz|Hundert|Tausend|Millionen|Milliarden|Billionen|[Mm]al)';
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)';

/** Code and formulas between their marks, dates, ranges, and a number with its unit. */
const MARKED = new RegExp(
  [
    '```[^`]+```',
    '`[^`\\n]+`',
    String.raw`\$\$[^$]+\$\$`,
    String.raw`\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\p{N})`,
    String.raw`\\\((?:[^\\\n]|\\[^()\n])+\\\)`,
    String.raw`\\\[(?:[^\\]|\\[^[\]])+\\\]`,
    String.raw`(?<![\p{L}\p{N}])(?:(?:git|npm|npx|pip|docker|apt|curl|ssh|chmod|mkdir|ls|rm|cp|mv|grep|tar|find|cat|kill|ps|cargo|kubectl|go|yarn|brew|sudo)(?:\s[\p{Ll}][\p{Ll}\p{N}./-]*){0,2}?(?:\s--?\p{L}[\p{L}\p{N}=-]*)+|[\p{L}\p{N}.-]+(?:\s--\p{Ll}[\p{L}\p{N}=-]*)+)`,
    String.raw`\p{N}{1,2}(?:\.|st|nd|rd|th)?\s(?:of\s)?${MONTH}(?:,?\s\p{N}{3,4})?(?!\p{L})`,
    String.raw`(?<!\p{L})${MONTH}\s\p{N}{1,4}(?:st|nd|rd|th)?(?:,?\s\p{N}{3,4})?(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:${RANGE}|${AMOUNT})[\s\u00A0-]${UNIT}(?:[\s\u00A0]${UNIT})?(?!\p{L})`,
    String.raw`(?<![\p{L}\p{N}])(?:${RANGE})(?:[\s\u00A0]?${SYMBOL})?(?![\p{L}\p{N}])`,
    String.raw`\p{N}[\p{N}.,]*[\s\u00A0]?${SYMBOL}(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

/** A command or a line of a program: begins like one and has typical signs. */
const CODE =
  /^(?=[^\n]*(?:\s--?[a-z]|\s[|>]{1,2}\s|\)\s?[:;{]|;\s*$))(?:\$ )?(?:\p{Ll}[\w./-]*|\p{Lu}{3,}|if|for)\s[^\n]*[^.\n]$|^(?:\$ )?(?:sudo|git|npm|pip|docker|apt|curl|ssh|chmod|mkdir)\s[^\n]*[^.\n]$/u;

/**
 * Splits a text into parts, some of which stay whole. Joined, the parts are the text. Text with mostly signs is one
 * part, and so is a command.
 */
export function wholeParts(text: string): readonly Part[] {
  const parts = CODE.test(text.trim()) ? [{ text, isWhole: true }] : joined(markedParts(text));
  const isAny = parts.some(({ isWhole }) => isWhole);
  const words = parts.flatMap((part) => (part.isWhole ? [] : (part.text.match(/\p{L}{2,}/gu) ?? [])));
  const isWord = words.length > 0 && 3 * words.join('').length >= text.replace(/\s+/gu, '').length;
  return isAny && !isWord ? [{ text, isWhole: true }] : parts;
}

/** Joins two parts with only spaces and signs between them. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const [before, last] = all.slice(-2);
    if (!part.isWhole) all.push(part);
    else if (last?.isWhole) all.splice(-1, 1, { text: last.text + part.text, isWhole: true });
    else if (before?.isWhole && last && /^\s*[-−+*/=<>·]+\s*$/u.test(last.text))
      all.splice(-2, 2, { text: before.text + last.text + part.text, isWhole: true });
    else all.push(part);
  }
  return all;
}

function markedParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    parts.push(...unmarkedParts(text.slice(from, found.index)), { text: found[0], isWhole: true });
    from = found.index + found[0].length;
  }
  return [...parts, ...unmarkedParts(text.slice(from))];
}

const SIGN = /[\p{Sm}\p{No}^_\\{}]|[\p{L}\p{N})/]\(|[\p{L}\p{N}]\*[\p{L}\p{N}]/u;
/**
 * Between signs, anything that is not a word belongs to their formula: a letter, a number, `(-b`, `H2O`, `e-`, `RT`.
 */
const OPERAND = /^(?:\P{L}+|\p{L}?\p{Lu}{0,2}|(?=\S*[\p{N}\p{Sm}*()[\]])\S+|\p{L}{1,2}[-−])$/u;

/** Formulas without marks: words with signs of formulas, and everything between them. */
function unmarkedParts(text: string): readonly Part[] {
  const tokens = text.split(/(\s+)/u);
  const isSigned = (token: string) => SIGN.test(token);
  const isWhole = tokens.map(isSigned);
  // Extends to both sides over single letters and numbers.
  for (let at = 2; at < tokens.length; at += 2)
    if (isWhole[at - 2] && !/[.,;:]$/u.test(tokens[at - 2] ?? '') && OPERAND.test(bare(tokens[at] ?? '')))
      isWhole[at] = true;
  for (let at = tokens.length - 3; at >= 0; at -= 2)
    if (isWhole[at + 2] && OPERAND.test(tokens[at] ?? '')) isWhole[at] = true;
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (!isWhole[at]) {
      parts.push({ text: token, isWhole: false });
      continue;
    }
    let end = at;
    while (isWhole[end + 2] && !/[.,;:]$/u.test(tokens[end] ?? '')) end += 2;
    const formula = tokens.slice(at, end + 1).join('');
    const start = formula.search(/[^"“„(]/u);
    const [before, rest] = [formula.slice(0, start), formula.slice(start)];
    const inner = trimEnd(rest, /[.,;:!?"”)]/u);
    const after = rest.slice(inner.length);
    const closing = inner.includes('(') && after.startsWith(')') ? ')' : '';
    parts.push({ text: before, isWhole: false });
    parts.push({ text: inner + closing, isWhole: true }, { text: after.slice(closing.length), isWhole: false });
    at = end;
  }
  return parts.filter((part) => part.text !== '');
}

function bare(token: string): string {
  return token.replace(/[.,;:]$/u, '');
}
