/** Number of requests that are being repeated until another server answers them. */
let count = 0;
const listeners = new Set<() => void>();

/** Counts a request that waits. Returns a function to call when it is answered. */
export function noteWaiting(): () => void {
  change(1);
  return () => change(-1);
}

export const isWaiting = () => count > 0;

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
