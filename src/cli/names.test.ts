import { expect, test } from 'vitest';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { createPerson } from '../account/server/people.ts';
import { DIRECTION_MARKS } from '../kernel/clean-text.ts';

/** Displayed as `invoice exe.txt`. */
const NAME = 'invoice \u202Etxt.exe';

test('a name with direction marks is refused with a remedy', async () => {
  const server = await startServer({ home: temporaryFolder() });
  const api = apiOf(server);
  const { session } = await beginSession(api, ['Tea is warm.']);
  const { id } = await api<{ id: string }>('POST', '/api/library/buckets', { name: 'Tea' });
  const given: readonly (readonly [string, string, object])[] = [
    ['POST', '/api/recall/sets', { title: NAME }],
    ['POST', '/api/library/buckets', { name: NAME }],
    ['PATCH', `/api/library/buckets/${id}`, { name: `\u200F${NAME}` }],
    ['POST', '/api/library/sources', { sources: [{ title: NAME, content: 'Tea.' }] }],
    ['PATCH', `/api/sessions/${session}`, { title: '\u2066Tea\u2069' }],
    ['POST', '/api/terminals', { folder: '/', title: NAME }],
  ];
  for (const [method, path, body] of given)
    await expect(api(method, path, body), path).rejects.toThrow(DIRECTION_MARKS.slice(0, 40));
});

test('a person’s name cannot contain direction marks', async () => {
  const wanted = { name: `ada\u202E` };
  await expect(createPerson({} as Parameters<typeof createPerson>[0], wanted)).rejects.toThrow(DIRECTION_MARKS);
});
