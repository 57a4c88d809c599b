/**
 * The shortest prompt that a model caches, in tokens; a mark before it is ignored. As of November 2026:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching.
 */
const MINIMA: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^claude-(opus|fable|mythos)-5(-|$)/, 512],
  [/^claude-(haiku-4-5|opus-4-[56])(-|$)/, 4_096],
  [/^claude-(opus-4-7|3-5-haiku|3-haiku)(-|$)/, 2_048],
];
const USUAL_MINIMUM = 1_024;

/** Of English text. A shorter estimate would only keep a mark that has no effect. */
const CHARACTERS_PER_TOKEN = 4;

/** The length in characters from which a mark for the cache can have an effect. */
export function cacheMinimum(model: string): number {
  return CHARACTERS_PER_TOKEN * (MINIMA.find(([known]) => known.test(model))?.[1] ?? USUAL_MINIMUM);
}
