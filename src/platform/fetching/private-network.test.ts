import { afterAll, beforeAll, expect, test } from 'vitest';

import { countingServer } from '../../../fixtures/fetching/counting-server.ts';
import { createPrivateNetwork } from './private-network.ts';

let server: Awaited<ReturnType<typeof countingServer>>;
beforeAll(async () => {
  server = await countingServer((_, response) => response.end('{"there":true}'));
});
afterAll(() => server.close());

/** Resolves to these addresses, one after the other. */
const answering = (...addresses: string[]) => {
  const left = addresses.values();
  return () => Promise.resolve([{ address: left.next().value ?? '', family: 4 }]);
};
const holds = (address: string, allowed: string[] = []) =>
  createPrivateNetwork({ allowed, resolve: answering('127.0.0.1') }).holds(new URL(address));

test('addresses of this machine and of private networks are recognised in every notation', async () => {
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.1.2.3', '192.168.0.1'])
    expect([host, await holds(`http://${host}:11434/v1`)]).toEqual([host, true]);
  expect(await holds('http://ollama.example:11434')).toBe(true);
  expect(await holds('http://ollama.example:11434', ['ollama.example'])).toBe(false);
  expect(await holds('http://127.0.0.1:11434', ['127.0.0.0/8'])).toBe(false);
  expect(await holds('http://1.1.1.1:8000/v1')).toBe(false);
  const unknown = createPrivateNetwork({ allowed: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await unknown.holds(new URL('http://nowhere.example'))).toBe(false);
});

test('a name that resolves differently at connection time reaches nothing', async () => {
  const network = createPrivateNetwork({ allowed: [], resolve: answering('1.1.1.1', '127.0.0.1') });
  const url = new URL(`http://rebinding.example:${server.port}/v1`);
  expect(await network.holds(url)).toBe(false);
  const before = server.connections();
  await expect(network.fetchOutside(url)).rejects.toMatchObject({ cause: { code: 'ERR_PRIVATE_ADDRESS' } });
  await expect(network.fetchOutside(`http://127.0.0.1:${server.port}`)).rejects.toThrow();
  expect(server.connections()).toBe(before);
});

test('an allowed address is reachable at any port', async () => {
  const network = createPrivateNetwork({ allowed: ['127.0.0.1'] });
  const response = await network.fetchOutside(`http://127.0.0.1:${server.port}/v1`, { method: 'POST', body: '{}' });
  expect([response.status, await response.json()]).toEqual([200, { there: true }]);
});
