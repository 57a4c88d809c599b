import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '#wire/error-kind.ts';

interface GateSettings {
  readonly host: string;
  readonly port: number;
  /** Other host names of this server, with or without a port, for example of a proxy. */
  readonly allowedHosts: readonly string[];
}

/** Returns the reason why a request must not be answered at all, or undefined. */
export type Gate = (headers: IncomingHttpHeaders, url: string) => AppError | undefined;

/**
 * Protects against pages of other origins. The Host check stops DNS rebinding. The Origin check stops requests and
 * sockets that a browser sends on behalf of another page. Sec-Fetch-Site does the same for requests without an Origin,
 * such as those of an image.
 */
export function createGate(settings: GateSettings): Gate {
  const own = ['127.0.0.1', 'localhost', '[::1]', bracketed(settings.host)];
  const exact = new Set(own.map((name) => `${name}:${settings.port}`.toLowerCase()));
  // Browsers omit the scheme's default port.
  if (settings.port === 80) for (const name of own) exact.add(name.toLowerCase());
  const further = settings.allowedHosts.map((name) => name.toLowerCase());

  function isFurther(host: string): boolean {
    return further.includes(host) || further.includes(host.replace(/:\d+$/, ''));
  }
  return (headers, url) => {
    const host = (headers.host ?? '').toLowerCase();
    if (!exact.has(host) && !isFurther(host))
      return new AppError(
        'wrong-host',
        `This server does not go by the name ${host === '' ? '(none)' : host}. Add it to WARREN_ALLOWED_HOSTS if it should.`,
      );
    const { origin } = headers;
    if (isForeign(headers['sec-fetch-site']) && isApi(url)) return otherSite();
    if (origin === undefined || origin === `http://${host}`) return undefined;
    // A proxy can add TLS.
    if (isFurther(host) && origin === `https://${host}`) return undefined;
    return otherSite();
  };
}

function otherSite(): AppError {
  return new AppError('wrong-origin', 'This request comes from a page of another site.');
}

/** Browsers treat other ports of a machine as the same site. They are other servers, and receive the cookie. */
function isForeign(site: IncomingHttpHeaders[string]): boolean {
  return site === 'cross-site' || site === 'same-site';
}

/** A link on another site can open the page, but nothing else. */
function isApi(url: string): boolean {
  const [address = ''] = url.split('?');
  return /^\/+(?:api|ws|mcp)(?:\/|$)/u.test(safelyDecoded(address));
}

function safelyDecoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A host as written in a URL: IPv6 addresses in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
