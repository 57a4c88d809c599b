import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { createClientAddress } from './client-address.ts';

function addressOf(peer: string, forwarded?: string, trusted: readonly string[] = []): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createClientAddress(trusted)({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage);
}

test('without a trusted proxy a client cannot choose its address', () => {
  expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('behind trusted proxies the last address that is not a proxy counts', () => {
  const trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'];
  expect(addressOf('127.0.0.1', '198.51.100.1', trusted)).toBe('198.51.100.1');
  expect(addressOf('::ffff:127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', trusted)).toBe('198.51.100.1');
  expect(addressOf('127.0.0.1', '198.51.100.1:4711', trusted)).toBe('198.51.100.1');
  expect(addressOf('fd00::1', '[2001:db8:1:2:3::4]:80', trusted)).toBe('2001:db8:1:2::/64');
  expect(addressOf('203.0.113.7', '198.51.100.1', trusted)).toBe('203.0.113.7');
  expect(addressOf('127.0.0.1', undefined, trusted)).toBe('127.0.0.1');
  expect(addressOf('127.0.0.1', '198.51.100.1, unknown', trusted)).toBe('127.0.0.1');
  expect(addressOf('127.0.0.1', '10.0.0.1', trusted)).toBe('10.0.0.1');
});

test('IPv6 addresses count by their network', () => {
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressOf('2001:db8::ffff:1:2:3')).toBe('2001:db8:0:0::/64');
  expect(addressOf('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64');
  expect(addressOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
