import type { NewSource } from '../../sources/protocol.ts';
import { proposalsIn } from './proposals.ts';

/** Content shared by another program. Each part may be empty. */
export interface Shared {
  readonly text: string;
  readonly url: string;
  readonly title: string;
}

/**
 * Makes sources of content that another program shares. A text with an address is a passage of that page; an address
 * alone is fetched, and so is each line of a text that contains nothing but addresses.
 */
export function sharedSources({ text, url, title }: Shared): readonly NewSource[] {
  const titled = title.trim() !== '' && { title: title.trim() };
  if (url.trim() !== '') {
    const isMore = text.trim() !== '' && text.trim() !== url.trim();
    return [{ url: url.trim(), ...(isMore && { content: text }), ...titled }];
  }
  return proposalsIn(text, false).map(({ url: address, content }) =>
    address === null ? { content: content ?? '', ...titled } : { url: address },
  );
}
