import { z } from 'zod';

import { isTooComplex } from '#kernel/json-shape.ts';

/** Maximum number of characters of JSON. The longest holds a source's original, with each of its characters escaped. */
const MAX_JSON = 64_000_000;
const MAX_JSON_VALUES = 2_000_000;

export const text = (max: number) => z.string().max(max, `it has more than ${max.toLocaleString('en')} characters`);

/** A column with JSON of the given shape. */
export const json = (content: z.ZodType, max = MAX_JSON): z.ZodType =>
  text(max)
    .refine((stored) => !isTooComplex(stored, MAX_JSON_VALUES), 'it is nested too deeply, or holds too many values')
    .transform((stored, context) => {
      try {
        return JSON.parse(stored) as unknown;
      } catch {
        context.addIssue('it is not JSON');
        return z.NEVER;
      }
    })
    .pipe(content);
