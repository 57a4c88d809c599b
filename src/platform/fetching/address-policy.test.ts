import { isIP } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAddressPolicy, isPublic } from './address-policy.ts';

const PRIVATE: readonly (readonly [number, number])[] = [
  [0x0000_0000, 8],
  [0x0a00_0000, 8],
  [0x6440_0000, 10],
  [0x7f00_0000, 8],
  [0xa9fe_0000, 16],
  [0xac10_0000, 12],
  [0xc0a8_0000, 16],
  [0xe000_0000, 3],
];

/** All notations of an IPv4 address that a browser accepts as a host. */
const WRITTEN: readonly ((address: number) => string)[] = [
  (address) => String(address),
  (address) => `0x${address.toString(16)}`,
  (address) => `0${address.toString(8)}`,
  (address) => `${dotted(address)}.`,
  (address) => dotted(address, (part) => `0x${part.toString(16)}`),
  (address) => dotted(address, (part) => `00${part.toString(8)}`),
  (address) => `${String(address >>> 24)}.${String(address & 0xff_ffff)}`,
  (address) => `${String(address >>> 24)}.${String((address >>> 16) & 0xff)}.${String(address & 0xffff)}`,
  (address) => dotted(address).replaceAll('.', '。'),
  (address) => dotted(address).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (address) => `[::ffff:${dotted(address)}]`,
  (address) => `[::${dotted(address)}]`,
  (address) => `[64:ff9b::${dotted(address)}]`,
  (address) => `[2002:${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}::1]`,
];

function dotted(address: number, write: (part: number) => string = String): string {
  return [24, 16, 8, 0].map((bits) => write((address >>> bits) & 0xff)).join('.');
}

function hostOf(written: string): string {
  return new URL(`http://${written}/`).hostname.replace(/^\[(.*)\]$/, '$1');
}

test('a private IPv4 address is private in every notation', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PRIVATE), fc.nat(0xffff_ffff), fc.constantFrom(...WRITTEN), (range, rest, write) => {
      const [base, bits] = range;
      const host = hostOf(write((base | (rest >>> bits)) >>> 0));
      expect(isIP(host), host).not.toBe(0);
      expect(verdictOf([], [host, 80], host), host).toBe('private');
    }),
    { numRuns: 2_000 },
  );
});

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublic(address)).toBe(true),
);

const verdictOf = (allowed: readonly string[], asked: readonly [string, number], ...addresses: readonly string[]) =>
  createAddressPolicy(allowed).verdict({ hostname: asked[0], port: asked[1], addresses });

test('an allowed range permits its addresses at any port, and no others', () => {
  const allowed = ['10.1.0.0/16', 'fd00::/8', '192.168.1.5'];
  expect(verdictOf(allowed, ['10.1.2.3', 8080], '10.1.2.3')).toBe('allowed');
  expect(verdictOf(allowed, ['fd12::1', 22], 'fd12::1')).toBe('allowed');
  expect(verdictOf(allowed, ['nas.example', 5000], '10.1.2.3', '192.168.1.5')).toBe('allowed');
  expect(verdictOf(allowed, ['10.2.0.1', 80], '10.2.0.1')).toBe('private');
  expect(verdictOf(allowed, ['192.168.1.6', 80], '192.168.1.6')).toBe('private');
  expect(verdictOf(allowed, ['nas.example', 80], '10.1.2.3', '10.2.0.1')).toBe('private');
  // Written as IPv6, it is a different address.
  expect(verdictOf(allowed, ['::ffff:a01:203', 80], '::ffff:a01:203')).toBe('private');
});

test('an allowed range does not permit other ports of public addresses', () => {
  const allowed = ['10.0.0.0/8'];
  expect(verdictOf(allowed, ['example.org', 443], '93.184.216.34')).toBe('allowed');
  expect(verdictOf(allowed, ['example.org', 8443], '93.184.216.34')).toBe('port');
  expect(verdictOf(allowed, ['example.org', 8443], '93.184.216.34', '10.0.0.1')).toBe('port');
});

test('an allowed name is permitted wherever it leads, and no other name is', () => {
  const allowed = ['NAS.local'];
  expect(verdictOf(allowed, ['nas.local', 5000], '192.168.1.5')).toBe('allowed');
  expect(verdictOf(allowed, ['other.nas.local', 80], '192.168.1.5')).toBe('private');
  expect(verdictOf(allowed, ['192.168.1.5', 80], '192.168.1.5')).toBe('private');
});
