import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { noSuchSite } from './checked-connector.ts';

const LATER = 'Read it again later, or paste the text instead.';
const PASTE = 'Open it in your browser and paste the text instead.';

/** Translates a failed request into an error for the person. */
export function fetchFailure(error: unknown, hostname: string): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error;
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'ENODATA') return new UnreadableDocument(...noSuchSite(hostname));
  if (code === 'EAI_AGAIN')
    return mayPass(`The name ${hostname} could not be looked up.`, 'Check that this server has a network.');
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return tooSlow(hostname);
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code))
    return new UnreadableDocument(`There is no secure connection to ${hostname}: its certificate is not valid.`, {
      remedy: PASTE,
    });
  if (/^(Z_|ERR_(BROTLI|_ERROR)|ERR_ZLIB|HPE_|UND_ERR_HEADERS)/.test(code))
    return new UnreadableDocument(`What ${hostname} sent is broken.`, { remedy: PASTE });
  if (/^(ECONN|EHOST|ENET|EPIPE|EADDR|UND_ERR_SOCKET|ERR_STREAM)/.test(code))
    return mayPass(`The connection to ${hostname} failed or broke off.`, LATER);
  return mayPass(`Fetching from ${hostname} failed.`, LATER);
}

export function tooSlow(hostname: string): UnreadableDocument {
  return mayPass(`${hostname} took too long to answer.`, LATER);
}

export function tooLarge(limit: number): UnreadableDocument {
  return new UnreadableDocument(`This is larger than ${String(limit / 1_000_000)} MB.`, {
    remedy: 'Add the part that you want as text, or as a file.',
  });
}

/** Translates an answer with an error status. */
export function statusFailure(status: number, hostname: string): UnreadableDocument {
  if (status === 404 || status === 410)
    return new UnreadableDocument(`${hostname} has no page at this address (${String(status)}).`, {
      remedy: 'Check the address.',
    });
  if ([401, 402, 403, 407, 451].includes(status))
    return new UnreadableDocument(
      `${hostname} does not show this page without a sign-in or payment, or not to programs (${String(status)}).`,
      { remedy: PASTE },
    );
  if (status === 429) return mayPass(`${hostname} refuses further requests for now (429).`, LATER);
  if (status >= 500 || status === 408 || status === 425)
    return mayPass(`${hostname} has a problem of its own (${String(status)}).`, LATER);
  return new UnreadableDocument(`${hostname} did not send a page (${String(status)}).`, { remedy: PASTE });
}

function mayPass(message: string, remedy: string): UnreadableDocument {
  return new UnreadableDocument(message, { remedy, mayPass: true });
}

function codeOf(error: unknown): string {
  const { name, code, cause } = (error ?? {}) as { name?: unknown; code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  if (name === 'HTTPParserError') return 'HPE_';
  return cause === undefined ? '' : codeOf(cause);
}
