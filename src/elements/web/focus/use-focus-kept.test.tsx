// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

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
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List' })));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});

test('a control that was left before its removal does not move the focus', async () => {
  render(<Rows />);
  const rhine = screen.getByRole('button', { name: 'Rhine' });
  rhine.focus();
  rhine.blur();
  await Promise.resolve();
  rhine.click();
  await vi.waitFor(() => expect(rhine.isConnected).toBe(false));
  expect(document.activeElement).toBe(document.body);
});
