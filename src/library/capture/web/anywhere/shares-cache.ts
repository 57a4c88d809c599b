/** Where the service worker puts what is shared, in this browser alone. */
const SHARES = 'warren-shares';
/** Of one that the page has seen since a person signed in. The service worker does not know who that is. */
const OWNER = 'x-warren-owner';

/** Null where browsers have none: they have it on secure origins alone. */
export const openShares = async (): Promise<Cache | null> => ('caches' in globalThis ? caches.open(SHARES) : null);

/**
 * What waits for this person, oldest first. What nobody owns becomes theirs, and what somebody else owns is dropped.
 * With null, for nobody who is signed in, only what nobody owns stays.
 */
export async function sharesOf(person: string | null): Promise<readonly Request[]> {
  const shares = await openShares();
  if (!shares) return [];
  const kept: Request[] = [];
  for (const request of await shares.keys()) {
    const share = await shares.match(request);
    // Another tab has decided it meanwhile.
    if (!share) continue;
    const owner = ownerOf(share);
    if (owner === null && person !== null) await shares.put(request, await owned(share, person));
    if (owner === null || owner === person) kept.push(request);
    else await shares.delete(request);
  }
  return kept;
}

/** Puts another form in the place of one that waits. One that is gone stays gone. */
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
