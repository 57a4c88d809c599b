// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Announcement } from './announcement.tsx';

const heard = () => screen.getByRole('status').textContent;
const calm = { topic: null, promptTopic: null, recalled: 0, question: '' };

test('entering, leaving and invitations are announced; earlier states are not', () => {
  const { rerender } = render(<Announcement {...calm} />);
  expect(heard()).toBe('');
  rerender(<Announcement {...calm} promptTopic="lizards" />);
  expect(heard()).toContain("Looks like you're curious about lizards. Want to explore?");
  rerender(<Announcement {...calm} topic="lizards" />);
  expect(heard()).toBe('Exploring: lizards. Your session stays as you left it.');
  rerender(<Announcement {...calm} />);
  expect(heard()).toBe('Back in the session.');
});

test.each([
  [1, 'What builds up?', 'Back in the session. 1 point recalled. It waits at: What builds up?'],
  [2, '', 'Back in the session. 2 points recalled.'],
  [0, 'What builds up?', 'Back in the session. It waits at: What builds up?'],
])('the return announces the points recalled and the pending question: %#', (recalled, question, words) => {
  const { rerender } = render(<Announcement {...calm} topic="lizards" question={question} />);
  rerender(<Announcement {...calm} recalled={recalled} question={question} />);
  expect(heard()).toBe(words);
  rerender(<Announcement {...calm} recalled={recalled} question="What comes next?" />);
  expect(heard()).toBe(words);
});

test('a page that is loaded inside a hole announces nothing', () => {
  render(<Announcement {...calm} topic="lizards" />);
  expect(heard()).toBe('');
});
