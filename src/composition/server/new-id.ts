import { randomBytes } from 'node:crypto';

import { uuidV7 } from '#kernel/id.ts';

/** Asking the system for ten bytes takes longer than all else about an id. */
const random = { bytes: randomBytes(8_000), used: 0 };

export function newId(): string {
  if (random.used === random.bytes.length) Object.assign(random, { bytes: randomBytes(8_000), used: 0 });
  random.used += 10;
  return uuidV7(Date.now(), random.bytes.subarray(random.used - 10, random.used));
}
