import { expect, test } from 'vitest';

import { sidesOf } from './sides.ts';

test.each([
  ['Compare Murano and the ice trade', 'Murano', 'the ice trade'],
  ['compare the kilns of Delft with those of Jingdezhen.', 'the kilns of Delft', 'those of Jingdezhen'],
  ['What is the difference between salt glaze and slip?', 'salt glaze', 'slip'],
  ['How does glaze differ from slip?', 'glaze', 'slip'],
  ['How do canals and railways compare in cost?', 'canals', 'railways'],
  ['What do guilds and unions have in common?', 'guilds', 'unions'],
  ['Canals vs. railways', 'Canals', 'railways'],
  ['Vergleiche Ziegel mit Beton', 'Ziegel', 'Beton'],
  ['Worin unterscheiden sich Ziegel und Beton?', 'Ziegel', 'Beton'],
  ['Was haben Zünfte und Gewerkschaften gemeinsam?', 'Zünfte', 'Gewerkschaften'],
])('%s', (message, one, other) => {
  expect(sidesOf(message)).toEqual([one, other]);
});

test.each(['How does a kiln work?', 'Salt and pepper', 'What do bees and wasps eat?', 'Was ist Beton?', ''])(
  '“%s” compares nothing',
  (message) => {
    expect(sidesOf(message)).toEqual([]);
  },
);
