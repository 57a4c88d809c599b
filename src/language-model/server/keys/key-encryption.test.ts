import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { encryptKey, decryptKey } from './key-encryption.ts';

const secret = randomBytes(32);
const owner = { person: 'ada', provider: 'anthropic' };

test('an encrypted key is decrypted with the same secret and owner', () => {
  const sealed = encryptKey(secret, 'sk-ant-key', owner);
  expect(sealed).not.toContain('sk-ant-key');
  expect(decryptKey(secret, sealed, owner)).toBe('sk-ant-key');
});

test('the same key is encrypted differently each time', () => {
  expect(encryptKey(secret, 'sk-ant-key', owner)).not.toBe(encryptKey(secret, 'sk-ant-key', owner));
});

test('decryption fails with another secret, another owner, or any changed part', () => {
  const sealed = encryptKey(secret, 'sk-ant-key', owner);
  expect(decryptKey(randomBytes(32), sealed, owner)).toBeNull();
  expect(decryptKey(secret, sealed, { ...owner, person: 'bob' })).toBeNull();
  expect(decryptKey(secret, sealed, { ...owner, provider: 'openai' })).toBeNull();
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decryptKey(secret, `v1.${changed.toString('base64url')}`, owner)).toBeNull();
  }
  for (const broken of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', sealed.slice(3), 'nonsense'])
    expect(decryptKey(secret, broken, owner)).toBeNull();
});
