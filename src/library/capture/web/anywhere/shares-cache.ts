/** Where the service worker puts what is shared, in this browser alone. */
export const SHARES = 'warren-shares';
