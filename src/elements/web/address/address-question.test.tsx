// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { AddressQuestion, showAddress } from './address-question.tsx';
import { openAddress } from './open-address.ts';

function opened() {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  return () => open.mock.calls.map(([href]) => href as string);
}

test('a link whose text is not its address shows the address before it opens', async () => {
  const addresses = opened();
  render(
    <>
      <AddressQuestion />
      <a href="https://evil.example/" onClick={showAddress}>
        https://bank.example
      </a>
    </>,
  );
  await userEvent.click(screen.getByRole('link'));
  expect(screen.getByRole('dialog').textContent).toContain('https://evil.example/');
  expect(addresses()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(addresses()).toEqual([]);
  await userEvent.click(screen.getByRole('link'));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(addresses()).toEqual(['https://evil.example/']);
});

test('misleading parts are marked even if the text is the address, and only web addresses open', async () => {
  const addresses = opened();
  render(<AddressQuestion />);
  const misleading = 'https://bank.example@evil.example/';
  openAddress(misleading, misleading);
  expect((await screen.findByRole('alert')).textContent).toContain('evil.example');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  openAddress('https://example.org/', 'example.org');
  openAddress('javascript:alert(1)', 'javascript:alert(1)');
  openAddress('file:///etc/passwd', 'passwd');
  expect(addresses()).toEqual(['https://example.org/']);
  expect(screen.queryByRole('dialog')).toBeNull();
});
