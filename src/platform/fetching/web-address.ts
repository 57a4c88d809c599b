import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

const MAX_ADDRESS = 8_000;
const PASTE = 'Check the address, or paste the text instead.';

/**
 * Parses an address once, as a browser does; everything after works with the result. Refuses what parsers disagree
 * about: backslashes, control characters, and a user name before the host.
 */
export function webAddress(text: string, base?: URL): URL {
  if (text.length > MAX_ADDRESS) throw notAnAddress('This address is too long.');
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(text)) throw notAnAddress('This address has characters that no address has.');
  const url = URL.parse(text, base?.href);
  if (!url) throw notAnAddress('This is not an address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw notAnAddress('Only addresses that begin with http:// or https:// can be fetched.');
  if (url.username !== '' || url.password !== '' || /^[^/?#]*:\/*[^/?#]*@/.test(text))
    throw notAnAddress('An address with a user name or password cannot be fetched.');
  url.hash = '';
  return url;
}

function notAnAddress(message: string): UnreadableDocument {
  return new UnreadableDocument(message, { remedy: PASTE });
}
