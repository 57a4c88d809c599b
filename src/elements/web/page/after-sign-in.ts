import { storedText } from './stored.ts';

/** The address to come back to, in this tab. */
const back = storedText('sessionStorage', 'warren.after-sign-in');

/** Leads to the sign-in page, and from there to this page again. */
export function signInFirst(): void {
  back.write(`${location.pathname}${location.hash}`);
  location.replace('/');
}

/** Goes back to the page that led to the sign-in, if one did. */
export function returnAfterSignIn(): void {
  const address = back.read();
  if (address === null) return;
  back.write(null);
  location.replace(address);
}
