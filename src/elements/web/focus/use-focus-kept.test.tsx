// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { Dialog } from '../dialog.tsx';
import { Page } from '../page/page.tsx';

function Rows() {
  const [rows, setRows] = useState(['Rhine', 'Elbe']);
  const [hasList, setHasList] = useState(true);
  return (
    <main>
      <Page>
        <h1 tabIndex={-1}>Rivers</h1>
        {hasList && (
          <section tabIndex={-1} aria-label="List">
            {rows.map((row) => (
              <button key={row} type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
                {row}
              </button>
            ))}
            <button type="button" onClick={() => setHasList(false)}>
              Done
            </button>
          </section>
        )}
      </Page>
    </main>
  );
}

test('when a pressed button is removed, the focus moves to the part around it, and then to the heading', async () => {
  render(<Rows />);
  await userEvent.click(screen.getByRole('button', { name: 'Rhine' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('region', { name: 'List' }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading'));
});

test('removing a control that lost the focus before does not move the focus', async () => {
  render(<Rows />);
  const rhine = screen.getByRole('button', { name: 'Rhine' });
  rhine.focus();
  rhine.blur();
  await Promise.resolve();
  rhine.click();
  await expect.poll(() => rhine.isConnected).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

function Chat() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Rivers</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Map
      </button>
      <textarea data-composer aria-label="Write" />
      {isOpen && (
        <Dialog title="A map" description="Of rivers." onClose={() => setOpen(false)}>
          Rhine
        </Dialog>
      )}
    </main>
  );
}

test('after a dialog that no control opened the composer has the focus, and a field gets it back', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: fine)' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<Chat />);
  for (const before of [screen.getByRole('heading'), screen.getByRole('textbox')]) {
    before.focus();
    screen.getByRole('button', { name: 'Map' }).click();
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write' }));
  }
});
