import { randomBytes } from 'node:crypto';

import { uuidV7 } from '#kernel/id.ts';

export function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}
