// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { RabbitholePrompt } from './rabbithole-prompt.tsx';

test('without a model, a line says what the hole can quote', () => {
  const nothing = () => undefined;
  const prompt = { topic: 'lizards', isAside: false, onExplore: nothing, onStay: nothing };
  const { rerender } = render(<RabbitholePrompt {...prompt} drawsOn="description" />);
  expect(screen.getByText(/draws on this set’s description/)).toBeDefined();
  rerender(<RabbitholePrompt {...prompt} drawsOn="recalled" />);
  expect(screen.getByText(/draws on what you have recalled and on your library/)).toBeDefined();
  rerender(<RabbitholePrompt {...prompt} />);
  expect(screen.queryByText(/draws on/)).toBeNull();
});
