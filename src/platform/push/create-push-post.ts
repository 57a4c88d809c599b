import type { PushPost } from '#notifications/server/dependencies.ts';

import { createPrivateNetwork } from '../fetching/private-network.ts';

interface Options {
  /** Host names, addresses and ranges that are allowed although they are private, also without TLS. */
  readonly allowed: readonly string[];
}

const MAX_RETRY_AFTER_S = 86_400;

/** Posts to push services on public addresses over HTTPS. Does not follow redirects. */
export function createPushPost({ allowed }: Options): PushPost {
  const network = createPrivateNetwork({ allowed });
  return {
    async objection(endpoint) {
      const url = URL.parse(endpoint);
      if (!url || url.username !== '' || url.password !== '') return 'This is no address of a push service.';
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowed.includes(url.hostname)))
        return 'The address of a push service begins with https://.';
      return (await network.holds(url)) ? 'This address leads into a private network. Push services are public.' : null;
    },
    async post(endpoint, { headers, body, signal }) {
      const response = await network.fetchOutside(endpoint, {
        method: 'POST',
        headers,
        body: body as Uint8Array<ArrayBuffer>,
        signal,
        redirect: 'manual',
      });
      // The body is unused and can be long.
      await response.body?.cancel();
      return { status: response.status, retryAfterMs: retryAfterOf(response.headers.get('retry-after')) };
    },
  };
}

function retryAfterOf(text: string | null): number | null {
  const seconds = text !== null && /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(seconds, MAX_RETRY_AFTER_S) * 1_000 : null;
}
