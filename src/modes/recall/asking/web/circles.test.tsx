// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Circles } from './circles.tsx';

const filled = (container: HTMLElement) => container.querySelectorAll('[data-full=true]').length;

test('circles show how many points are recalled, and fill from the left', () => {
  const { container, rerender } = render(<Circles recalled={3} total={8} />);
  expect(screen.getByRole('img', { name: '3 of 8 recalled' })).toBeDefined();
  expect(filled(container)).toBe(3);
  rerender(<Circles recalled={5} total={8} />);
  expect(screen.getByRole('img', { name: '5 of 8 recalled' })).toBeDefined();
  expect([...container.querySelectorAll('i')].map((circle) => circle.dataset['full'])).toEqual([
    'true',
    'true',
    'true',
    'true',
    'true',
    'false',
    'false',
    'false',
  ]);
});

test('circles that filled together animate one after another', () => {
  const { container, rerender } = render(<Circles recalled={1} total={4} />);
  rerender(<Circles recalled={4} total={4} />);
  const delays = [...container.querySelectorAll('i')].map((circle) => circle.style.transitionDelay);
  expect(delays).toEqual(['0ms', '0ms', '150ms', '300ms']);
});

test('many points are shown as a bar with numbers', () => {
  const { container } = render(<Circles recalled={12} total={25} />);
  expect(screen.getByRole('img', { name: '12 of 25 recalled' }).textContent).toBe('12/25');
  expect(container.querySelectorAll('i')).toHaveLength(0);
});
