/**
 * Receives what another app shares with Warren: stores it in this browser, and opens the page that asks whether to keep
 * it in the library. Any site can send such a form, so nothing goes to the server before the person has agreed.
 */
import { worker } from './worker-scope.ts';

/** As in the manifest. */
const SHARE_PATH = '/capture';
/** As in `shares-cache.ts`. */
const SHARES = 'warren-shares';
const OWNER = 'x-warren-owner';
/** Maximum number of shares that the page has not shown to a person yet. */
const MAX_UNSEEN = 20;
/** Maximum size of one file, as in the library, and of one share. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_SHARE_BYTES = 200 * 1024 * 1024;

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'POST' || origin !== location.origin || pathname !== SHARE_PATH) return;
  event.respondWith(take(request));
});

async function take(request: Request): Promise<Response> {
  return Response.redirect(`${SHARE_PATH}?${await keep(request)}`, 303);
}

async function keep(request: Request): Promise<string> {
  try {
    const form = await request.formData();
    const sizes = [...form.values()].map((value) => (typeof value === 'string' ? value.length : value.size));
    if (sizes.some((size) => size > MAX_FILE_BYTES) || sizes.reduce((sum, size) => sum + size, 0) > MAX_SHARE_BYTES)
      return 'problem=large';
    const cache = await caches.open(SHARES);
    const id = crypto.randomUUID();
    await cache.put(`${SHARE_PATH}/${id}`, new Response(form));
    const unseen: Request[] = [];
    for (const key of await cache.keys()) if (!(await cache.match(key))?.headers.has(OWNER)) unseen.push(key);
    // Another site that fills the store cannot keep out the person's own share, and drops nothing that the person has
    // seen.
    const oldest = unseen.slice(0, -MAX_UNSEEN);
    for (const dropped of oldest) await cache.delete(dropped);
    return `shared=${id}${oldest.length > 0 ? '&problem=dropped' : ''}`;
  } catch {
    return 'problem=unread';
  }
}
