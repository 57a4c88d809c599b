// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { HomeScreenSteps } from './home-screen-steps.tsx';

test('the steps to the home screen are open the first time, and folded afterwards', () => {
  localStorage.clear();
  const first = render(<HomeScreenSteps />);
  expect(screen.getByText(/only as an app on the home screen/u)).toBeTruthy();
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(true);
  first.unmount();
  render(<HomeScreenSteps />);
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(false);
});
