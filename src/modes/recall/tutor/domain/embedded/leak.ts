import { foldForm } from '#text/domain/stems.ts';
import { UNSPACED } from '#text/domain/unspaced.ts';

/** Letters and digits alone, one space between words. */
function normalised(text: string): string {
  return foldForm(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a text says the whole of a point, whatever its case, accents and punctuation. */
export function saysAllOf(text: string, point: string): boolean {
  const wanted = normalised(point);
  if (wanted === '') return point.trim() !== '' && text.includes(point.trim());
  const said = normalised(text);
  // Without spaces between words there is no edge of a word to look for.
  return UNSPACED.test(wanted) ? said.includes(wanted) : ` ${said} `.includes(` ${wanted} `);
}
