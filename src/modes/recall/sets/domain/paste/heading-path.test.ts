import { expect, test } from 'vitest';

import { headingsIn } from './heading-path.ts';

test('a sentence has the headings above it, however its lines are broken', () => {
  const headingOf = headingsIn('First.\n# Coffee\n## At night\nIt reduces\ndeep sleep.\n# Tea\nLess.');
  expect(['First.', 'It reduces deep sleep.', 'Less.', 'Elsewhere.'].map(headingOf)).toEqual([
    '',
    'Coffee › At night',
    'Tea',
    '',
  ]);
});
