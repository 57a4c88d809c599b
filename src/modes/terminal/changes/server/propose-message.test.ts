import { expect, test } from 'vitest';

import type { RoleModels } from '#language-model/server/role-models.ts';

import type { FileChange } from '../protocol.ts';
import { proposeMessage } from './propose-message.ts';

const staged = { files: [{ path: 'a.txt', oldPath: null, status: 'changed' } as FileChange], patch: '+secret plan' };

/** A titler that answers with the result of a function, or fails if it throws. */
function titler(answer: (asked: string) => string): RoleModels {
  const model = {
    async *stream(prompt: object) {
      yield { type: 'text' as const, text: await Promise.resolve(answer(JSON.stringify(prompt))) };
    },
  };
  return { of: (_db, _person, role) => Promise.resolve(role === 'titler' ? (model as never) : null) };
}

const propose = (roleModels: RoleModels) =>
  proposeMessage(
    { read: null as never, roleModels, log: { info: () => undefined, warn: () => undefined, error: () => undefined } },
    { person: 'p', session: 's' },
    staged,
  );

test('the titler writes the message from the changed lines, with the file names as a fallback', async () => {
  const asked: string[] = [];
  const written = await propose(titler((prompt) => (asked.push(prompt), 'Plan it')));
  expect(written).toEqual({ message: 'Plan it', isByModel: true });
  expect(asked[0]).toContain('+secret plan');
  const fromNames = { message: 'Update a.txt', isByModel: false };
  expect(await propose(titler(() => ' '))).toEqual(fromNames);
  const failing = titler(() => {
    throw new Error('overloaded');
  });
  expect(await propose(failing)).toEqual(fromNames);
  expect(await propose({ of: () => Promise.resolve(null) })).toEqual(fromNames);
});
