import { storedText } from '#elements/web/page/stored.ts';
import { api, ApiProblem } from '#http-client/web/api.ts';

const SIGNING_OUT = 'warren-signing-out';
const SIGNED_IN = 'warren-signed-in';
const ENDED_LATER = new Set(['unreachable', 'stopping']);

/** Whether this browser has signed out and the server does not know yet. */
export const isSigningOut = (): boolean => localStorage.getItem(SIGNING_OUT) !== null;

/**
 * Ends the sign-in of this browser. False if the server cannot be reached: then it is tried again until it succeeds.
 */
export async function signOut(): Promise<boolean> {
  try {
    await api('POST', '/api/sign-out');
    localStorage.removeItem(SIGNING_OUT);
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || !ENDED_LATER.has(error.kind)) throw error;
    localStorage.setItem(SIGNING_OUT, 'yes');
    return false;
  }
}

/** Tells other tabs that this one has signed in. */
export const noteSignIn = (): boolean => storedText('localStorage', SIGNED_IN).write(String(Date.now()));

/** Calls back when another tab signs out without a server, or signs in. Returns a function that stops this. */
export function onSignInElsewhere(on: { readonly signedOut: () => void; readonly signedIn: () => void }): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (newValue === null) return;
    if (key === SIGNING_OUT) on.signedOut();
    else if (key === SIGNED_IN) on.signedIn();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
