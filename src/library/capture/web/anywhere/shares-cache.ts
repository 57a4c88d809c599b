/** The cache in which the service worker stores shares, in this browser only. */
const SHARES = 'warren-shares';
/**
 * Header with the owner of a share, set when the page first sees it while a person is signed in. The service worker
 * does not know who that is.
 */
const OWNER = 'x-warren-owner';

/** Null where the browser has no caches, which require a secure origin. */
export const openShares = async (): Promise<Cache | null> => ('caches' in globalThis ? caches.open(SHARES) : null);

/**
 * The waiting shares of a person, oldest first. Assigns shares without an owner to the person and deletes those of
 * others. With null (nobody is signed in) it deletes all that have an owner.
 */
export async function sharesOf(person: string | null): Promise<readonly Request[]> {
  const shares = await openShares();
  if (!shares) return [];
  const kept: Request[] = [];
  for (const request of await shares.keys()) {
    const share = await shares.match(request);
    // Another tab has kept or cancelled it meanwhile.
    if (!share) continue;
    const owner = ownerOf(share);
    if (owner === null && person !== null) await shares.put(request, await owned(share, person));
    if (owner === null || owner === person) kept.push(request);
    else await shares.delete(request);
  }
  return kept;
}

/** Replaces the form of a waiting share. Does nothing if the share no longer exists. */
export async function replaceShare(path: string, form: FormData): Promise<void> {
  const shares = await openShares();
  const share = await shares?.match(path);
  if (share) await shares?.put(path, await owned(new Response(form), ownerOf(share) ?? ''));
}

const ownerOf = (share: Response): string | null => share.headers.get(OWNER);

async function owned(share: Response, person: string): Promise<Response> {
  const headers = new Headers(share.headers);
  headers.set(OWNER, person);
  return new Response(await share.blob(), { headers });
}
