// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { ChartFigure } from './figure.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test('two rows can have the same name', () => {
  const complaint = vi.spyOn(console, 'error');
  const rows = ['again', 'good'].map((grade) => ['22 Nov 2026', grade]);
  const table = { caption: 'Reviews of this point', columns: ['Day', 'Grade'], rows };
  const given = { bars: [], format: String };
  render(<ChartFigure kind="bars" given={given} summary="Asked twice." table={table} />);
  expect(screen.getAllByRole('rowheader', { name: '22 Nov 2026' })).toHaveLength(2);
  expect(complaint).not.toHaveBeenCalled();
});
