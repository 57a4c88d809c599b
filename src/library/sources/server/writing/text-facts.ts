import { createHash } from 'node:crypto';

import type { TextFacts } from '../../../storage/server/dependencies.ts';
import { countWords } from '../../domain/text-figures.ts';
import { linkKey, noteLinksIn } from '../../domain/wiki-links.ts';

const MAX_LINKS = 1_000;

/** Reads the whole text. `TextThread` does it for a long one. */
export function factsOf(content: string): TextFacts {
  const links = new Set(noteLinksIn(content).map(({ target }) => linkKey(target)));
  links.delete('');
  return { hash: hashOfText(content), words: countWords(content), links: [...links].slice(0, MAX_LINKS) };
}

/** Parts of about this length are hashed: a text of millions of words takes hundreds of MB to change as a whole. */
const PART = 100_000;

/** The same for texts that differ in white space alone; empty without a text. */
function hashOfText(content: string): string {
  const hash = createHash('sha256');
  const space = /\s/g;
  let isEmpty = true;
  for (let from = 0; from < content.length;) {
    space.lastIndex = from + PART;
    const to = space.exec(content)?.index ?? content.length;
    const words = content.slice(from, to).replace(/\s+/g, ' ').trim();
    if (words !== '') hash.update(isEmpty ? words : ` ${words}`);
    isEmpty &&= words === '';
    from = to;
  }
  return isEmpty ? '' : hash.digest('base64url');
}
