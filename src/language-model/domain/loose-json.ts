const MAX_LENGTH = 64_000;

/**
 * Every complete JSON object or array in a text, outermost first, also inside code fences, between other words, with
 * trailing commas or comments. If a value was cut off, the complete objects inside it. `firstKeys`: possible first keys
 * of the requested object, to find it after unbalanced quotes or brackets.
 */
export function jsonValuesIn(text: string, firstKeys: readonly string[]): readonly unknown[] {
  const source = text.slice(0, MAX_LENGTH);
  const values = valuesIn(source);
  if (values.length > 0) return values;
  // After an unbalanced bracket, a quotation mark would turn the rest into a string.
  const start = new RegExp(String.raw`\{\s*"(?:${firstKeys.join('|')})"\s*:`, 'gu');
  const starts = [...source.matchAll(start)].slice(-MAX_STARTS);
  for (const { index } of starts.toReversed()) {
    const found = valuesIn(source.slice(index));
    if (found.length > 0) return found;
  }
  return [];
}

const MAX_STARTS = 4;

/** Maximum depth of nested brackets in the search for a JSON value. */
const MAX_DEPTH = 32;

function valuesIn(source: string): readonly unknown[] {
  const values: unknown[] = [];
  const around: number[] = [];
  let seen = -1;
  for (const [start, end] of closingPlaces(source, { hasComments: true })) {
    if (start < seen) continue;
    while ((around.at(-1) ?? Infinity) < start) around.pop();
    if (around.length >= MAX_DEPTH) continue;
    const value = parsed(source.slice(start, end + 1));
    if (value === undefined) {
      around.push(end);
      continue;
    }
    values.push(value);
    seen = end;
  }
  return values;
}

/**
 * Maps each opening bracket to its closing one, outermost first, ignoring strings and comments. Runs in linear time.
 */
export function closingPlaces(
  source: string,
  { hasComments = false }: { readonly hasComments?: boolean } = {},
): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = { '{': [] as number[], '[': [] as number[] };
  let isString = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (hasComments && character === '/' && open['{'].length + open['['].length > 0)
      at = endOfComment(source, at) - 1;
    else if (character === '"') isString = open['{'].length + open['['].length > 0;
    else if (character === '{' || character === '[') open[character].push(at);
    else if (character === '}' || character === ']') {
      const [own, other] = character === '}' ? [open['{'], open['[']] : [open['['], open['{']];
      const place = own.pop();
      if (place === undefined) continue;
      ends.set(place, at);
      // Brackets that opened inside and are not closed by now stay open.
      while ((other.at(-1) ?? -1) > place) other.pop();
    }
  }
  return new Map([...ends].toSorted(([one], [next]) => one - next));
}

/** The end of a comment that starts at a slash; the next place if there is none. */
function endOfComment(source: string, at: number): number {
  const [close, length] = source[at + 1] === '/' ? ['\n', 0] : source[at + 1] === '*' ? ['*/', 2] : [null, 0];
  if (close === null) return at + 1;
  const end = source.indexOf(close, at + 2);
  return end < 0 ? source.length : end + length;
}

function parsed(text: string): unknown {
  for (const candidate of [text, withoutTrailingCommas(withoutComments(text))]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.|\\$)*(?:"|$)|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gsu, (found) =>
    found.startsWith('"') ? found : ' ',
  );
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.|\\$)*(?:"|$)|,(?=\s*[}\]])/gsu, (found) =>
    found === ',' ? '' : found.replace(/\n/g, '\\n'),
  );
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number, also one written as a string; NaN for anything else. */
export function numberIn(value: unknown): number {
  const isWritten = typeof value === 'string' && /^\s*-?(?:\d+(?:\.\d+)?|\.\d+)\s*$/u.test(value);
  return isWritten ? Number(value) : typeof value === 'number' ? value : Number.NaN;
}

/** A number from 0 to 1, also in per cent; 0 if missing or out of range. */
export function confidenceIn(value: unknown): number {
  const percent = typeof value === 'string' ? /^([^%]{1,9})%\s*$/u.exec(value)?.[1] : undefined;
  const confidence = percent === undefined ? numberIn(value) : numberIn(percent) / 100;
  return confidence >= 0 && confidence <= 1 ? confidence : 0;
}

/** A string as one line of limited length; empty for anything else. */
export function lineIn(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim().slice(0, maxLength).toWellFormed() : '';
}
