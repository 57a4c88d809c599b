import { isTooComplex } from '#kernel/json-shape.ts';

/** Limit for one hook or one line of a transcript: a change of a file has an entry for each of its lines. */
const MAX_VALUES = 200_000;

/**
 * Parses JSON of Claude Code, which contains arbitrary input and output of tools. Undefined if it is not JSON, or if
 * its depth or number of values would exhaust the stack or the time of its readers.
 */
export function parseCliJson(text: string): unknown {
  if (isTooComplex(text, MAX_VALUES)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
