// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RabbitholeIndicator } from './rabbithole-indicator.tsx';

let returns = 0;
beforeEach(() => {
  returns = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Banner({ isReturning }: { readonly isReturning: boolean }) {
  return (
    <RabbitholeIndicator topic="lizards" isReturning={isReturning} onReturn={() => (returns += 1)}>
      <button type="button">More</button>
    </RabbitholeIndicator>
  );
}
const pressReturn = () => fireEvent.click(screen.getByRole('button', { name: 'Return to session' }));
const said = () => screen.getByRole('status').textContent;
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a slow return shows the reason and cannot be requested twice', () => {
  const { rerender } = render(<Banner isReturning={false} />);
  rerender(<Banner isReturning />);
  pressReturn();
  expect(returns).toBe(0);
  wait(299);
  expect(said()).toBe('');
  wait(1);
  expect(said()).toBe('Returning once what you said is checked.');
  rerender(<Banner isReturning={false} />);
  expect(said()).toBe('');
  pressReturn();
  expect(returns).toBe(1);
  rerender(<Banner isReturning />);
  expect(said()).toBe('');
});

test('the banner has the rabbit hole’s colours immediately', () => {
  render(<Banner isReturning={false} />);
  expect(screen.getByRole('banner').dataset['mode']).toBe('rabbit-hole');
});
