// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { PointStatistics } from '../protocol.ts';
import { PointCurve } from './point-panel.tsx';

/** 1:30 in the person's time zone, where the previous day ends at 4:00. */
const night = Date.parse('2026-11-24T00:30:00Z');
const statistics: PointStatistics = {
  now: night - 13 * 3_600_000,
  today: '2026-11-23',
  desiredRetention: 0.9,
  memory: { chance: 0.9, stability: 3, difficulty: 5, lapses: 0, dueAt: night, dueDay: '2026-11-23' },
  reviews: [
    {
      id: 'review',
      session: 'session',
      at: night - 72 * 3_600_000,
      day: '2026-11-20',
      rating: 3,
      counted: 3,
      how: 'unaided',
      chanceBefore: null,
    },
  ],
  importedReviews: 0,
  curve: [[{ at: night - 72 * 3_600_000, chance: 1 }]],
};

test('a point’s days are the person’s own, not the browser’s', () => {
  const { rerender } = render(<PointCurve statistics={statistics} />);
  expect(screen.getByText(/It is due now\.$/)).toBeDefined();
  expect(screen.getByRole('rowheader').textContent).toBe('20 Nov 2026');
  rerender(<PointCurve statistics={{ ...statistics, today: '2026-11-22' }} />);
  expect(screen.getByText(/It is due on 23 Nov 2026\.$/)).toBeDefined();
});

test('reviews of another program before an import are counted in words', () => {
  const imported = { ...statistics, importedReviews: 15 };
  const { rerender } = render(<PointCurve statistics={imported} />);
  expect(screen.getByText(/^Asked once and recalled, after 15 reviews in another program\. 90%/)).toBeDefined();
  rerender(<PointCurve statistics={{ ...imported, reviews: [], importedReviews: 1 }} />);
  expect(screen.getByText(/^Not asked here yet, after one review in another program\. 90%/)).toBeDefined();
});
