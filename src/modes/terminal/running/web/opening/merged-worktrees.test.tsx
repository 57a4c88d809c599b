// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { Worktree } from '../../../changes/protocol.ts';
import { MergedWorktrees } from './merged-worktrees.tsx';

const MERGED: Worktree = {
  path: '/code-done',
  branch: 'done',
  isMain: false,
  ignored: ['dist/'],
  isMerged: true,
  isDone: true,
  sessions: [],
  removalTrouble: null,
};

test('merged worktrees without a session are listed, and removed after their ignored files are confirmed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return Promise.resolve(Response.json(null));
  });
  const worktrees = [
    { ...MERGED, path: '/code', isMain: true },
    MERGED,
    { ...MERGED, path: '/code-used', sessions: ['a'] },
    { ...MERGED, path: '/code-open', isMerged: false, isDone: false },
    { ...MERGED, path: '/code-only-made', isDone: false },
    { ...MERGED, path: '/code-changed', removalTrouble: 'It has changes that are not committed.' },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MergedWorktrees worktrees={worktrees} folder="/code" />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByText('1 merged worktree without a session'));
  expect(screen.getByRole('list').textContent).toContain('Ignored files in it are removed too: dist/.');
  const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove the worktree /code-done' }));
  await remove();
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await remove();
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove with ignored files' }));
  await expect.poll(() => asked).toEqual(['DELETE /api/terminals/worktrees?path=%2Fcode-done']);
});
