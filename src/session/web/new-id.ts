import { uuidV7 } from '#kernel/id.ts';

/** An id made by the page. `crypto.randomUUID` would only be there on a secure origin. */
export function newId(): string {
  return uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}
