/**
 * Takes what another app shares with Warren: keeps it in this browser, and opens the page that asks whether to keep it
 * in the library. Any site can send such a form, so nothing goes to the server before the person has said so.
 */

interface ShareEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** As in the manifest. */
const SHARE_PATH = '/capture';
/** As in `shares-cache.ts`. */
const SHARES = 'warren-shares';
const MAX_WAITING = 20;

addEventListener('fetch', (event) => {
  const share = event as unknown as ShareEvent;
  const { request } = share;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'POST' || origin !== location.origin || pathname !== SHARE_PATH) return;
  share.respondWith(take(request));
});

async function take(request: Request): Promise<Response> {
  return Response.redirect(`${SHARE_PATH}?${await keep(request)}`, 303);
}

async function keep(request: Request): Promise<string> {
  try {
    const cache = await caches.open(SHARES);
    if ((await cache.keys()).length >= MAX_WAITING) return 'problem=many';
    const id = crypto.randomUUID();
    await cache.put(`${SHARE_PATH}/${id}`, new Response(await request.formData()));
    return `shared=${id}`;
  } catch {
    return 'problem=unread';
  }
}
