// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import type { WorktreeProposal } from '../../../changes/protocol.ts';
import type { TerminalsAnswer } from '../../../protocol.ts';
import { OpenTerminalDialog } from './open-terminal-dialog.tsx';

const KNOWN = { claude: null, agents: [], home: '/home', shell: 'sh', recentFolders: ['/code'] };

const proposalOf = (id: string): WorktreeProposal => ({
  repository: { id, name: id, root: `/${id}`, branch: 'main', isLinked: false },
  trouble: null,
  proposal: { folder: `/${id}-{branch}`, branches: ['session'] },
});

/** Renders the dialog. Returns what it requested from the server. */
function showDialog(answer: (folder: string) => Promise<WorktreeProposal>, known: object = KNOWN) {
  const made: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://warren.test');
    if (pathname.endsWith('/proposal')) return Response.json(await answer(searchParams.get('folder') ?? ''));
    if (pathname === '/api/library') return Response.json({ buckets: [{ id: 'b1', name: 'Notes' }] });
    if (method === 'GET') return Response.json({ worktrees: [] });
    const { folder, branch, library } = JSON.parse(typeof body === 'string' ? body : '{}') as {
      folder: string;
      branch?: string;
      library?: object | null;
    };
    made.push({ pathname, folder, ...(branch !== undefined && { branch }), ...(library && { library }) });
    if (pathname === '/api/terminals/worktrees') return Response.json({ path: '/w', folder: '/w/inside', branch });
    return Response.json({ kind: 'refused', message: 'It did not start.' }, { status: 409 });
  });
  const router = createRouter({ routeTree: createRootRoute() });
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <OpenTerminalDialog known={known as TerminalsAnswer} onClose={() => undefined} />
        </ToastProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return made;
}

beforeEach(() => localStorage.clear());

test('Start waits for the stored choice of the repository', async () => {
  localStorage.setItem('warren.worktree.code', 'new');
  const { promise, resolve } = Promise.withResolvers<WorktreeProposal>();
  const made = showDialog(() => promise);
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(made).toEqual([]);
  resolve(proposalOf('code'));
  await expect
    .poll(() => made)
    .toEqual([
      { pathname: '/api/terminals/worktrees', folder: '/code', branch: 'session-2' },
      { pathname: '/api/terminals', folder: '/w/inside' },
    ]);
});

test('a typed branch is kept for other folders of the same repository', async () => {
  showDialog((folder) => Promise.resolve(proposalOf(folder.startsWith('/code') ? 'code' : 'other')));
  await userEvent.click(await screen.findByRole('checkbox', { name: /In a new worktree/u }));
  const branch = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Branch' });
  fireEvent.change(await branch(), { target: { value: 'mine' } });
  const go = (folder: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Folder' }), { target: { value: folder } });
  go('/code/inside');
  expect((await branch()).value).toBe('mine');
  go('/other');
  await userEvent.click(await screen.findByRole('checkbox', { name: /In a new worktree/u, checked: false }));
  expect((await branch()).value).toBe('session-2');
});

test('Claude Code cannot access the library until a part of it is chosen for the folder', async () => {
  const none = { ...proposalOf('code'), proposal: null };
  const made = showDialog(() => Promise.resolve(none), { ...KNOWN, claude: '/bin/claude' });
  const library = screen.getByRole('combobox', { name: 'Let Claude use your library' });
  const start = () => userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(screen.queryByText(/may send it elsewhere/u)).toBeNull();
  await start();
  await expect.poll(() => made).toEqual([{ pathname: '/api/terminals', folder: '/code' }]);
  await screen.findByRole('option', { name: 'Notes' });
  await userEvent.selectOptions(library, 'Notes');
  expect(screen.getByText(/may send it elsewhere/u)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /keep sources there/u })).toHaveProperty('checked', false);
  await start();
  const folder = screen.getByRole('combobox', { name: 'Folder' });
  fireEvent.change(folder, { target: { value: '/other' } });
  expect(library).toHaveProperty('value', '');
  await userEvent.selectOptions(library, 'The whole library');
  fireEvent.change(folder, { target: { value: '/code' } });
  expect(library).toHaveProperty('value', 'b1');
  await userEvent.click(screen.getByRole('checkbox', { name: /keep sources there/u }));
  await start();
  const opened = (canKeep: boolean) => ({
    pathname: '/api/terminals',
    folder: '/code',
    library: { bucketId: 'b1', canKeep },
  });
  await expect.poll(() => made.slice(1)).toEqual([opened(false), opened(true)]);
});
