import { expect, test } from 'vitest';

import { leadsOf } from './leads.ts';

const leads = (texts: readonly string[], title = 'A set') =>
  Object.fromEntries(
    leadsOf(
      texts.map((text, index) => ({ id: `${index}`, text, context: '' })),
      title,
    ),
  );

test('each point is introduced by a whole noun phrase that no other point has', () => {
  const plates = [
    "Earth's outer shell is broken into about fifteen tectonic plates.",
    'Convection in the mantle drives the plates.',
    'Oceanic plates sink beneath continental plates.',
    'Oceanic plates are denser than continental crust.',
    'The San Andreas Fault is a transform boundary.',
  ];
  expect(leads(plates, 'Plate tectonics')).toEqual({
    0: "Earth's outer shell",
    1: 'Convection',
    2: 'Oceanic plates',
    3: 'continental crust',
    4: 'San Andreas Fault',
  });
});

test('a point of two words has no lead, and none is the title', () => {
  expect(leads(['Caffeine wakes', 'Caffeine blocks adenosine receptors in the brain'], 'Caffeine')).toEqual({
    1: 'brain',
  });
});
