import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The first part of an encrypted key: how it was encrypted. */
const VERSION = 'v1';
/** 96 bits, as recommended for GCM, random for each encryption. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Authenticated with the key, so that a row moved to another person or provider cannot be decrypted. */
export interface KeyOwner {
  readonly person: string;
  readonly provider: string;
}

/** Encrypts a text with AES-256-GCM. */
export function encryptKey(secret: Buffer, text: string, owner: KeyOwner): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(ownerBytes(owner));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

/** The last part of an encrypted key that its provider has not accepted yet. */
const UNCHECKED = 'unchecked';

export function withCheck(sealed: string, isChecked: boolean): string {
  return isChecked ? withoutCheck(sealed) : `${withoutCheck(sealed)}.${UNCHECKED}`;
}

export function isUnchecked(sealed: string): boolean {
  return sealed.endsWith(`.${UNCHECKED}`);
}

/** The encrypted key without that mark. */
export function withoutCheck(sealed: string): string {
  return sealed.replace(`.${UNCHECKED}`, '');
}

/** Null if the key was encrypted with another secret or for another owner, or was changed. */
export function decryptKey(secret: Buffer, sealed: string, owner: KeyOwner): string | null {
  const [version, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(ownerBytes(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function ownerBytes({ person, provider }: KeyOwner): Buffer {
  return Buffer.from(JSON.stringify([person, provider]));
}
