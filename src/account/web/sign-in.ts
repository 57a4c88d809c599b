import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';

import { isSigningOut, noteSignIn, signOut } from './sign-out.ts';

/** Exchanges a token for a cookie. Returns the problem in words, or null. */
export async function signInWithToken(token: string): Promise<string | null> {
  try {
    // The server would end the new sign-in instead of the old one.
    if (isSigningOut() && !(await signOut()))
      return 'Warren cannot be reached. Check that it is running, then try again.';
    await api('POST', '/api/sign-in', { token });
    noteSignIn();
    return null;
  } catch (error) {
    if (error instanceof ApiProblem && ['wrong-token', 'malformed', 'signed-out'].includes(error.kind)) {
      return 'This link is not valid or has been replaced. Copy the whole link again, or ask its sender for a new one.';
    }
    return messageOf(error);
  }
}

/** Reads the token of a printed link, and removes it from the address, which the browser stores in its history. */
export function takeTokenFromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return token;
}

/** The token in pasted text, which can be the whole link. */
export function tokenOf(text: string): string {
  return /[#&?]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
}
