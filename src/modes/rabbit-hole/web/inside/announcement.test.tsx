// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { Announcement } from './announcement.tsx';

afterEach(cleanup);

const heard = () => screen.getByRole('status').textContent;

test('coming, going and being asked are said, and what was so before is not', () => {
  const { rerender } = render(<Announcement topic={null} promptTopic={null} />);
  expect(heard()).toBe('');
  rerender(<Announcement topic={null} promptTopic="lizards" />);
  expect(heard()).toContain("Looks like you're curious about lizards. Want to explore?");
  rerender(<Announcement topic="lizards" promptTopic={null} />);
  expect(heard()).toBe('Exploring: lizards. Your session stays as you left it.');
  rerender(<Announcement topic={null} promptTopic={null} />);
  expect(heard()).toBe('Back in the session.');
});

test('a page that is loaded inside says nothing by itself', () => {
  render(<Announcement topic="lizards" promptTopic={null} />);
  expect(heard()).toBe('');
});
