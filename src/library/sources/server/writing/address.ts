import { cleanText } from '#kernel/clean-text.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import type { SourceKind } from '../../../storage/protocol.ts';

export interface Address {
  readonly url: string;
  /** Equal for addresses of the same page. */
  readonly key: string;
}

/** Query parameters that identify where a reader came from, not the page. */
const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|igshid|mc_cid|mc_eid|ref_src|ref_url|_ga|_gl|_hsenc|_hsmi|vero_id|mkt_tok)$/i;
const TWEETS = /^(?:mobile\.)?(?:x|twitter)\.com$/;

/** Parses an http or https address; `example.org/page` is taken as https. Null if it is not an address. */
export function readAddress(text: string): Address | null {
  const given = cleanText(text).trim();
  if (given === '' || /\s/.test(given)) return null;
  const isBare = !/^[a-z][a-z\d+.-]*:/i.test(given) || /^[\w-]+(?:\.[\w-]+)+:\d+(?:[/?#]|$)/.test(given);
  const url = isBare ? (/^[^/?#]+\.[^/?#]+/.test(given) ? `https://${given}` : null) : given;
  const parsed = url === null ? null : URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') return null;
  return { url: url ?? '', key: keyOf(parsed) };
}

/**
 * The host in lower case without `www.`, the path without a trailing slash, and the query without tracking parameters.
 */
function keyOf(url: URL): string {
  const host = url.hostname.replace(/^www\./, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !TRACKING.test(name)));
  const path = trimEnd(url.pathname, /\//u);
  return `${host}${port}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** The kind of a source with an address, unless the person says otherwise. */
export function kindOfAddress({ url }: Address): SourceKind {
  return TWEETS.test(new URL(url).hostname.replace(/^www\./, '')) ? 'tweet' : 'link';
}
