import { plainWords, UNSPACED } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';

/** Only letters and digits, with single spaces between words. */
function normalised(text: string): string {
  return plainWords(foldForm(text)).join(' ');
}

/** Whether a text contains a complete point, regardless of case, accents and punctuation. */
export function saysAllOf(text: string, point: string): boolean {
  const wanted = normalised(point);
  if (wanted === '') return point.trim() !== '' && text.includes(point.trim());
  const said = normalised(text);
  // Without spaces there are no word boundaries to check.
  return UNSPACED.test(wanted) ? said.includes(wanted) : ` ${said} `.includes(` ${wanted} `);
}
