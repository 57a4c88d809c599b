import { api, ApiProblem } from '#http-client/web/api.ts';

const SIGNING_OUT = 'warren-signing-out';
const ENDED_LATER = new Set(['unreachable', 'stopping']);

/** Whether this browser has signed out and the server does not know yet. */
export const isSigningOut = (): boolean => localStorage.getItem(SIGNING_OUT) !== null;

/** Ends the sign-in of this browser. False if the server cannot be reached: then it is tried again until it ends. */
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

/** Calls back when another tab signs out without a server. Returns how to end that. */
export function onSigningOutElsewhere(signedOut: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNING_OUT && newValue !== null) signedOut();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
