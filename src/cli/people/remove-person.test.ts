import { expect, test } from 'vitest';

import { UsageError } from '../command.ts';
import { confirmRemoval } from './remove-person.ts';

const about = { name: 'Grace', directory: '/exports/grace' };

test('without a prompt the name is given with the command', async () => {
  await confirmRemoval({ yes: true, confirm: 'Grace' }, about);
  for (const flags of [{ yes: true }, { yes: true, confirm: 'grace' }, { yes: true, confirm: '' }])
    await expect(confirmRemoval(flags, about)).rejects.toThrow('--yes needs --confirm "Grace"');
});

test('without a terminal for the prompt nothing counts as consent', async () => {
  expect(process.stdin.isTTY).not.toBe(true);
  for (const flags of [{}, { confirm: 'Grace' }])
    await expect(confirmRemoval(flags, about)).rejects.toThrow(UsageError);
});
