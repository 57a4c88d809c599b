import { closesFence, openedFence } from '#text/domain/code-ranges.ts';

/** A source that a text becomes: an address to be read, or the text itself. */
export interface Proposal {
  readonly url: string | null;
  readonly content: string | null;
}

/**
 * The sources in a written text: one per address if every line is an address; otherwise one source, or one per
 * paragraph on request.
 */
export function proposalsIn(text: string, perParagraph: boolean): readonly Proposal[] {
  const whole = text.trim();
  if (whole === '') return [];
  const addresses = addressesIn(whole);
  if (addresses) return addresses.map((url) => ({ url, content: null }));
  return (perParagraph ? paragraphsIn(whole) : [whole]).map((part) =>
    isAddress(part) ? { url: part, content: null } : { url: null, content: part },
  );
}

/** The distinct addresses in a text that contains nothing else; null for any other text. */
function addressesIn(text: string): readonly string[] | null {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 0 && lines.every(isAddress) ? [...new Set(lines)] : null;
}

/** The parts between blank lines. A code block is one part, even with blank lines in it. */
export function paragraphsIn(text: string): readonly string[] {
  const parts: string[][] = [[]];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    if (fence === null) fence = openedFence(line);
    else if (closesFence(line, fence)) fence = null;
    if (line.trim() === '' && fence === null) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n').trim()).filter((part) => part !== '');
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]\S*$/i.test(text);
}
