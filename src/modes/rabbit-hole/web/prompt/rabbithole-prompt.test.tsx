// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { RabbitholePrompt } from './rabbithole-prompt.tsx';

test('the invitation is part of the transcript and takes either answer', async () => {
  const answers: string[] = [];
  render(
    <RabbitholePrompt
      topic="lizards"
      isAside={false}
      onExplore={() => answers.push('explore')}
      onStay={() => answers.push('stay')}
    />,
  );
  const prompt = screen.getByRole('complementary', { name: 'Rabbit hole' });
  expect(prompt.textContent).toContain("Looks like you're curious about lizards. Want to explore?");
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Explore' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stay on track' }));
  expect(answers).toEqual(['explore', 'stay']);
});

test('without a model, a line says what the hole can draw on', () => {
  const nothing = () => undefined;
  const prompt = { topic: 'lizards', isAside: false, onExplore: nothing, onStay: nothing };
  const { rerender } = render(<RabbitholePrompt {...prompt} drawsOn="description" />);
  expect(screen.getByText(/draws on this set’s description/)).toBeDefined();
  rerender(<RabbitholePrompt {...prompt} drawsOn="recalled" />);
  expect(screen.getByText(/draws only on what you have recalled/)).toBeDefined();
  rerender(<RabbitholePrompt {...prompt} />);
  expect(screen.queryByText(/Without a language model/)).toBeNull();
});
