import { storedText } from './stored.ts';

/** The address to return to, in this tab. */
const back = storedText('sessionStorage', 'warren.after-sign-in');

/** Opens the sign-in page; after sign-in this page opens again. */
export function signInFirst(): void {
  back.write(`${location.pathname}${location.hash}`);
  location.replace('/');
}

/** Returns to the page that led to the sign-in, if there was one. */
export function returnAfterSignIn(): void {
  const address = back.read();
  if (address === null) return;
  back.write(null);
  location.replace(address);
}
