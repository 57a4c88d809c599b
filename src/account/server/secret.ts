import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits that can stand in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It has 256 random bits, so that a plain hash cannot be guessed back. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
