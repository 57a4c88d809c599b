/** Characters that some programs, among them Node's own reader, treat as the end of a line. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** A value as one line of JSON, also if its texts contain line breaks. */
export function jsonLine(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16)}`;
  return `${JSON.stringify(value).replaceAll(LINE_ENDS, escaped)}\n`;
}

/** Values as a JSON array, one a line, in pieces. */
export async function* jsonArray(values: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const value of values) {
    yield separator + JSON.stringify(value);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
