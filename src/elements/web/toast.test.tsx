// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { type Notice, ToastProvider, useToast, useToastsLeaveWith } from './toast.tsx';

function Page({ path, notices }: { readonly path: string; readonly notices: readonly Notice[] }) {
  const toast = useToast();
  useToastsLeaveWith(path);
  return (
    <button
      type="button"
      onClick={() => {
        for (const notice of notices) toast(notice);
      }}
    >
      Act
    </button>
  );
}
const shown = () =>
  [...screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('span')].map((each) => each.textContent);

test('toasts stack, and disappear with their page unless they are for every page', async () => {
  const notices: Notice[] = [{ text: 'Saved.' }, { text: 'Deleted “Bread”', isForEveryPage: true }];
  const at = (path: string) => (
    <ToastProvider>
      <Page path={path} notices={notices} />
    </ToastProvider>
  );
  const { rerender } = render(at('/recall/1'));
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  expect(shown()).toEqual(['Saved.', 'Deleted “Bread”']);
  rerender(at('/recall/1'));
  expect(shown()).toHaveLength(2);
  rerender(at('/recall'));
  expect(shown()).toEqual(['Deleted “Bread”']);
});

test('a formula in a toast is set in its line', async () => {
  render(
    <ToastProvider>
      <Page path="/" notices={[{ text: String.raw`Not quite: “\[\sum_{k=1}^n k\]”` }]} />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  const region = screen.getByRole('region', { name: 'Notifications' });
  await waitFor(() => expect(region.querySelector('annotation')?.textContent).toBe(String.raw`\sum_{k=1}^n k`));
  expect(region.querySelector('.formula-display')).toBeNull();
});

test('of two toasts with Undo, each undoes its own change', async () => {
  const undone: string[] = [];
  const notices = ['one', 'two'].map((name) => ({ text: `Deleted ${name}`, undo: () => void undone.push(name) }));
  render(
    <ToastProvider>
      <Page path="/" notices={notices} />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  const [first] = within(screen.getByRole('region', { name: 'Notifications' })).getAllByRole('button', {
    name: 'Undo',
  });
  await userEvent.click(first!);
  expect([undone, shown()]).toEqual([['one'], ['Deleted two']]);
});

test('after the action of the latest toast, Ctrl-Z still undoes that change rather than an older one', async () => {
  const undone: string[] = [];
  const notices = ['one', 'two'].map((name) => ({
    text: `Added ${name}`,
    undo: () => void undone.push(name),
    action: { label: `Open ${name}`, run: () => undefined },
  }));
  render(
    <ToastProvider>
      <Page path="/" notices={notices} />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open two' }));
  await userEvent.keyboard('{Control>}z{/Control}');
  expect([undone, shown()]).toEqual([['two'], ['Added one']]);
});

test('a toast without Undo disappears when its action runs', async () => {
  render(
    <ToastProvider>
      <Page path="/" notices={[{ text: 'You have this already', action: { label: 'Open', run: () => undefined } }]} />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(shown()).toEqual([]);
});

test('after Undo the focus goes back to its button, or to the part around it if the button is disabled', async () => {
  const disable = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Act' }).toggleAttribute('disabled');
  render(
    <ToastProvider>
      <h1 tabIndex={-1}>Page</h1>
      <section aria-label="Points" tabIndex={-1}>
        <Page
          path="/"
          notices={[
            { text: 'Suspended.', undo: () => {} },
            { text: 'Moved.', undo: disable },
          ]}
        />
      </section>
    </ToastProvider>,
  );
  const act = screen.getByRole('button', { name: 'Act' });
  await userEvent.click(act);
  await userEvent.click(screen.getByRole('button', { name: 'Undo', description: 'Suspended.' }));
  expect(document.activeElement).toBe(act);
  await userEvent.click(screen.getByRole('button', { name: 'Undo', description: 'Moved.' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Points' }));
});
