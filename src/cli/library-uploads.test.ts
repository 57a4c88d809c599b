import { expect, test } from 'vitest';

import type { AddedSources, SourceDetail } from '#library/sources/protocol.ts';

import { bombs } from '../../fixtures/documents/bombs.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { serverOfFile } from '../../fixtures/server/start-server.ts';

const MB = 1024 * 1024;

/** Large and unusual requests to a server with default settings. */
const server = serverOfFile();

async function post(route: string, body: BodyInit, type = 'application/json') {
  const response = await fetch(`${server.url}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
    body,
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const addNote = (content: string) => post('/api/library/sources', JSON.stringify({ sources: [{ content }] }));

test('a note of 50 MB is refused with the limit, and one over ten million characters with a remedy', async () => {
  expect(await addNote('x'.repeat(50 * MB))).toEqual({
    status: 413,
    body: { kind: 'too-large', message: 'This is too large. The limit is 40 MB.' },
  });
  expect(await addNote('word '.repeat(2_000_001))).toMatchObject({
    status: 400,
    body: { kind: 'malformed', message: expect.stringContaining('in parts') as string },
  });
});

test('a file of 50 MB is stored and returned, a larger one is refused', async () => {
  const bytes = new Uint8Array(50 * MB).fill(7);
  const { status, body } = await post('/api/library/files?name=large.bin', bytes, 'application/octet-stream');
  expect(status).toBe(200);
  const id = (body as AddedSources).results[0]?.source.id;
  const file = await fetch(`${server.url}/api/library/sources/${id}/file`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="large.bin"');
  expect((await file.arrayBuffer()).byteLength).toBe(bytes.length);
  expect(await post('/api/library/files?name=larger.bin', new Uint8Array(50 * MB + 1), 'x/y')).toEqual({
    status: 413,
    body: { kind: 'too-large', message: 'This is too large. The limit is 50 MB.' },
  });
});

// Only in the long tests: it ends the process that reads it, twice.
test.skipIf(process.env['WARREN_BOMB_SIZES'] === undefined)(
  'a document that ends its reader fails with a reason, and the server continues',
  async () => {
    const bomb = bombs(6).find(({ name }) => name === 'twice.pdf');
    const bytes = Uint8Array.from(bomb?.bytes ?? []);
    const { body } = await post('/api/library/files?name=twice.pdf', bytes, 'application/octet-stream');
    const id = (body as AddedSources).results[0]?.source.id;
    const source = () => apiOf(server)<SourceDetail>('GET', `/api/library/sources/${id}`);
    await expect.poll(async () => (await source()).state).toBe('failed');
    expect((await source()).problem?.message).toMatch(/too much memory|seconds/u);
    expect((await addNote('It still answers.')).status).toBe(200);
  },
);

test('bytes that are not UTF-8 become a readable note', async () => {
  const body = new Uint8Array([
    ...new TextEncoder().encode('{"sources":[{"content":"caf'),
    0xe9,
    0xff,
    ...new TextEncoder().encode(' au lait"}]}'),
  ]);
  expect(await post('/api/library/sources', body)).toMatchObject({
    status: 200,
    body: { results: [{ source: { title: 'caf\ufffd\ufffd au lait' } }] },
  });
});
