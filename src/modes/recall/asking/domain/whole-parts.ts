import { trimEnd } from '#text/domain/trim-ends.ts';

interface Part {
  readonly text: string;
  /** Code, a formula, or a number with its unit. */
  readonly isWhole: boolean;
}

/** Code and formulas between their marks, and a number with its unit. */
const MARKED = new RegExp(
  [
    '```[^`]+```',
    '`[^`\\n]+`',
    String.raw`\$\$[^$]+\$\$`,
    String.raw`\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\p{N})`,
    String.raw`\\\((?:[^\\\n]|\\[^()\n])+\\\)`,
    String.raw`\\\[(?:[^\\]|\\[^[\]])+\\\]`,
    String.raw`\p{N}[\p{N}.,]*[\s\u00A0]?(?:[kMGTmµμnp]?(?:m|g|s|l|L|A|V|W|J|N|Pa|Hz|eV|mol|bar|B|Ω|Wh)|min|h|cm|dm|kcal|°C|°F|°|%|€|ppm)(?:[/·*][\p{L}²³]+|[²³])*(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

/** A text in parts, of which some stay whole. Joined they are the text. */
export function wholeParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    parts.push(...unmarkedParts(text.slice(from, found.index)), { text: found[0], isWhole: true });
    from = found.index + found[0].length;
  }
  return [...parts, ...unmarkedParts(text.slice(from))];
}

const SIGN = /[\p{Sm}\p{No}^_\\{}]|[\p{L}\p{N})]\(/u;
/** A letter or a number between signs belongs to their formula. */
const OPERAND = /^(?:\p{L}|[\p{N}.,]+|[-−*/·])$/u;

/** Formulas without marks: words with signs of formulas, and what stands between them. */
function unmarkedParts(text: string): readonly Part[] {
  const tokens = text.split(/(\s+)/u);
  const isSigned = (token: string) => SIGN.test(token);
  const isWhole = tokens.map(isSigned);
  // Grows to both sides over single letters and numbers.
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
