import { createHash } from 'node:crypto';

import type { TextFacts } from '../../../storage/server/dependencies.ts';
import { countWords } from '../../domain/text-figures.ts';
import { linkKey, noteLinksIn } from '../../domain/wiki-links.ts';

const MAX_LINKS = 1_000;

/** Reads the whole text. For long texts use `TextThread`. */
export function factsOf(content: string): TextFacts {
  const links = new Set(noteLinksIn(content).map(({ target }) => linkKey(target)));
  links.delete('');
  return { hash: hashOfText(content), words: countWords(content), links: [...links].slice(0, MAX_LINKS) };
}

/**
 * Texts are hashed in parts of about this length: normalising a text of millions of words at once takes hundreds of MB.
 */
const PART = 100_000;

/** Equal for texts that differ only in white space; empty for an empty text. */
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
