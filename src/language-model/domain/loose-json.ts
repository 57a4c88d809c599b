const MAX_LENGTH = 64_000;

/**
 * Every complete JSON object or array in a text, outermost first, also inside code fences, between other words or with
 * trailing commas. If a value was cut off, the complete objects inside it. `firstKeys`: keys that the requested object
 * may begin with, to find it after unbalanced quotes or brackets.
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

/** Maximum depth of nested brackets that are searched for a JSON value. */
const MAX_DEPTH = 32;

function valuesIn(source: string): readonly unknown[] {
  const values: unknown[] = [];
  const around: number[] = [];
  let seen = -1;
  for (const [start, end] of closingPlaces(source)) {
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

/** Maps each opening bracket to its closing one, outermost first, ignoring strings. Runs in linear time. */
export function closingPlaces(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = { '{': [] as number[], '[': [] as number[] };
  let isString = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = open['{'].length + open['['].length > 0;
    else if (character === '{' || character === '[') open[character].push(at);
    else if (character === '}' || character === ']') {
      const [own, other] = character === '}' ? [open['{'], open['[']] : [open['['], open['{']];
      const place = own.pop();
      if (place === undefined) continue;
      ends.set(place, at);
      // Brackets opened inside and not closed by now stay open.
      while ((other.at(-1) ?? -1) > place) other.pop();
    }
  }
  return new Map([...ends].toSorted(([one], [next]) => one - next));
}

function parsed(text: string): unknown {
  for (const candidate of [text, withoutTrailingCommas(text)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
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

/** A number from 0 to 1; 0 if missing or out of range. */
export function confidenceIn(value: unknown): number {
  const confidence = numberIn(value);
  return confidence >= 0 && confidence <= 1 ? confidence : 0;
}

/** A string as one line of limited length; empty for anything else. */
export function lineIn(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim().slice(0, maxLength).toWellFormed() : '';
}
