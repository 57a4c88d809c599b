import { foldForm } from '../embedded-evaluator/stems.ts';

/** Letters and digits alone, one space between words. */
export function normalised(text: string): string {
  return foldForm(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a text says the whole of a point, whatever its case, accents and punctuation. */
export function saysAllOf(text: string, point: string): boolean {
  const wanted = normalised(point);
  return wanted === ''
    ? point.trim() !== '' && text.includes(point.trim())
    : ` ${normalised(text)} `.includes(` ${wanted} `);
}
