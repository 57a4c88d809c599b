import { expect, test } from 'vitest';

import { foldPermissions } from './permission-fold.ts';

const asked = (permissionId: string) =>
  ({
    type: 'permission_requested',
    session: 's1',
    seq: 1,
    at: 10,
    permissionId,
    toolName: 'Bash',
    toolInput: { command: 'ls' },
    toolUseId: null,
    suggestions: [] as string[],
    agentId: null,
  }) as const;
const resolved = (permissionId: string, by: 'chat' | 'terminal' | 'nobody') =>
  ({ type: 'permission_resolved', session: 's1', seq: 2, at: 20, permissionId, by, behavior: 'allow' }) as const;

test('waiting requests are in the order in which they were asked', () => {
  const permissions = foldPermissions(foldPermissions(undefined, asked('p1')), asked('p2'));
  expect(permissions.map(({ permissionId }) => permissionId)).toEqual(['p1', 'p2']);
  expect(permissions.every((permission) => permission.resolved === null)).toBe(true);
});

test('the request answered last stays, with who answered it', () => {
  const both = foldPermissions(foldPermissions([], asked('p1')), asked('p2'));
  const after = foldPermissions(both, resolved('p2', 'terminal'));
  expect(after.map(({ permissionId, resolved: end }) => [permissionId, end?.by])).toEqual([
    ['p2', 'terminal'],
    ['p1', undefined],
  ]);
  const last = foldPermissions(after, resolved('p1', 'chat'));
  expect(last.map(({ permissionId }) => permissionId)).toEqual(['p1']);
});

test('a second request for the same prompt changes nothing', () => {
  const once = foldPermissions([], asked('p1'));
  expect(foldPermissions(once, asked('p1'))).toBe(once);
});

test('a later report corrects who answered, unless another request was answered since', () => {
  const both = foldPermissions(foldPermissions([], asked('p1')), asked('p2'));
  const answered = foldPermissions(both, resolved('p1', 'chat'));
  const corrected = foldPermissions(answered, resolved('p1', 'terminal'));
  expect(corrected.map(({ permissionId, resolved: end }) => [permissionId, end?.by])).toEqual([
    ['p1', 'terminal'],
    ['p2', undefined],
  ]);
  const after = foldPermissions(corrected, resolved('p2', 'chat'));
  expect(foldPermissions(after, resolved('p1', 'nobody'))).toBe(after);
});
