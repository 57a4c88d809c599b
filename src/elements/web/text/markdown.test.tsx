// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Markdown } from './markdown.tsx';

test('lists in one another that are too deep are shown as they were written, and say so', () => {
  const text = `${'> '.repeat(200)}end`;
  const { container, getByRole } = render(<Markdown text={text} />);
  expect(getByRole('note').textContent).toContain('without formatting');
  expect(container.textContent).toContain(text);
});

test('a long text is rendered part by part, and is whole at the end', async () => {
  const text = `Bullets:\n${Array.from({ length: 1_000 }, (_, index) => `- item ${index}\n`).join('')}`;
  const { container } = render(<Markdown text={text} />);
  const parts = container.querySelectorAll('[data-part]');
  expect(parts.length).toBeGreaterThan(5);
  expect(container.querySelectorAll('[aria-busy]')).toHaveLength(parts.length - 1);
  await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(1_000), { timeout: 20_000 });
  expect(container.querySelector('[aria-busy]')).toBeNull();
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent?.trim()).at(-1)).toBe('item 999');
});
