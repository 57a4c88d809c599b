import { createHash } from 'node:crypto';

import type { TextFacts } from '../../../storage/server/dependencies.ts';
import { countWords } from '../../domain/text-figures.ts';
import { linkKey, wikiLinksIn } from '../../domain/wiki-links.ts';

const MAX_LINKS = 1_000;

/** Reads the whole text. `TextThread` does it for a long one. */
export function factsOf(content: string): TextFacts {
  const links = new Set(wikiLinksIn(content).map(({ target }) => linkKey(target)));
  links.delete('');
  return { hash: hashOfText(content), words: countWords(content), links: [...links].slice(0, MAX_LINKS) };
}

function hashOfText(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url');
}
