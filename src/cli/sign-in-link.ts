/** The token stands in the fragment, which browsers send to nobody and servers do not log. */
export function signInLink(address: string, token: string): string {
  return `${address}/#token=${encodeURIComponent(token)}`;
}
