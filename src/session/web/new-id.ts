import { uuidV7 } from '#kernel/id.ts';

/** An id made by the page. `crypto.randomUUID` exists on a secure origin only. */
export function newId(): string {
  return uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}
