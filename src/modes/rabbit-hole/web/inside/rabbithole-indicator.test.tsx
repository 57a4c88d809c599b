// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';

import { RabbitholeIndicator } from './rabbithole-indicator.tsx';

afterEach(cleanup);

test('the banner says what is explored and leads back', async () => {
  let returns = 0;
  render(
    <RabbitholeIndicator topic="lizards" onReturn={() => (returns += 1)}>
      <button type="button">More</button>
    </RabbitholeIndicator>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Exploring: lizards');
  await userEvent.click(screen.getByRole('button', { name: 'Return to session' }));
  expect(returns).toBe(1);
  expect(screen.getByRole('button', { name: 'More' })).toBeDefined();
});
