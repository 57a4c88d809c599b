import { isTooComplex } from '#kernel/json-shape.ts';

/** Of one hook or one line of a transcript: a change of a file has an entry for each of its lines. */
const MAX_VALUES = 200_000;

/**
 * Parses what Claude Code wrote, with the input and output of tools in it, which may be anything. Undefined if it is no
 * JSON, or nested so deeply or of so many values that what reads it would run out of stack or time.
 */
export function parseCliJson(text: string): unknown {
  if (isTooComplex(text, MAX_VALUES)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
