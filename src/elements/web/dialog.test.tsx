// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';

import { Dialog } from './dialog.tsx';

function show(children: ReactNode) {
  render(
    <Dialog title="Name it" description="In a word." onClose={() => undefined}>
      {children}
    </Dialog>,
  );
}
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('a dialog opens with the focus in its first field, and its close button is last in the tab order', async () => {
  show(
    <form>
      <input aria-label="Name" />
      <button type="submit">Save</button>
    </form>,
  );
  expect(focused()).toBe('Name');
  await userEvent.tab();
  expect(focused()).toBe('Save');
  await userEvent.tab();
  expect(focused()).toBe('Close');
});

test('in a group of radio buttons the checked one has the focus', () => {
  show(
    <form>
      <input type="radio" name="status" aria-label="Active" />
      <input type="radio" name="status" aria-label="Paused" defaultChecked />
    </form>,
  );
  expect(focused()).toBe('Paused');
});

test('without a field the focus is on the first button', () => {
  show(<button type="button">Begin</button>);
  expect(focused()).toBe('Begin');
});
