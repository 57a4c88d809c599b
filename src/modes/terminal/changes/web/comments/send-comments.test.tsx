// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { SendComments } from './send-comments.tsx';
import { useComments } from './use-comments.ts';

const line = (text: string, number: number) => ({ kind: 'added' as const, text, old: null, new: number });

/** Opens another window of the same browser. The browser reports changes of its storage to the other windows. */
function openWindow() {
  const { result } = renderHook(() => useComments('session'));
  return { comments: () => result.current };
}
const tellWindows = () =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'warren.change-comment.session.x' })));

test('each comment is sent once, with its current text and lines when the chat takes it', async () => {
  localStorage.clear();
  const [one, other] = [openWindow(), openWindow()];
  act(() => one.comments().begin({ path: 'a.ts', since: 'start', lines: [line('load()', 3)] }));
  act(() => one.comments().begin({ path: 'b.ts', since: 'start', lines: [line('send()', 1)] }));
  // Ids made within one millisecond are not ordered.
  const [first, second] = ['a.ts', 'b.ts'].map(
    (of) => one.comments().all.find(({ path }) => path === of)?.id ?? '',
  ) as [string, string];
  act(() => one.comments().change(first, { text: 'Why?', draft: null }));
  act(() => one.comments().change(second, { text: 'Twice?', draft: null }));
  tellWindows();
  expect(other.comments().all).toEqual(one.comments().all);
  const asked = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string) => {
    await asked.promise;
    const isFirst = address.includes('a.ts');
    const lines = [line('new', 1), ...(isFirst ? [line('load()', 2)] : [])];
    return Response.json({ hunks: [{ id: 'h', lines }] });
  });
  const taken: ((() => string | null) | undefined)[] = [];
  const Shown = () => (
    <SendComments
      session="session"
      comments={useComments('session')}
      isPrimary
      onSend={(content) => void taken.push(content)}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  act(() => screen.getByRole('button', { name: 'Send comments' }).click());
  act(() => one.comments().change(first, { draft: 'Why not later?' }));
  asked.resolve();
  await expect.poll(() => taken).toHaveLength(1);
  act(() => one.comments().change(second, { text: 'And twice?' }));
  let sent: string | null = null;
  act(() => {
    sent = taken[0]?.() ?? null;
  });
  expect(sent).toBe(`Comments on the changes:

a.ts, line 2:
> + load()

Why not later?

b.ts, line 1 (these lines have changed since):
> + send()

And twice?`);
  // A second request has nothing left to send.
  expect(taken[0]?.()).toBeNull();
  tellWindows();
  expect(other.comments().all).toEqual([]);
});

test('the page keeps a comment that the browser cannot store', () => {
  localStorage.clear();
  const { comments } = openWindow();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  act(() => comments().begin({ path: 'a.ts', since: 'start', lines: [line('load()', 3)] }));
  const [{ id } = { id: '' }] = comments().all;
  act(() => comments().change(id, { draft: 'Why?' }));
  tellWindows();
  expect(comments().all).toMatchObject([{ path: 'a.ts', draft: 'Why?' }]);
  act(() => comments().remove([id]));
  expect(comments().all).toEqual([]);
});
