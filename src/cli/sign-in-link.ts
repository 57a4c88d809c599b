/** The token is in the fragment, which browsers do not send and servers do not log. */
export function signInLink(address: string, token: string): string {
  return `${address}/#token=${encodeURIComponent(token)}`;
}
