import { expect, test } from 'vitest';

import { addressesIn, namesSubject, withoutAddresses } from './subject.ts';

test('a sentence of common words names no subject; a query of keywords does', () => {
  for (const query of [
    'how does it work',
    'the time',
    'the of and',
    'why',
    'Wie funktioniert das?',
    'what happened?',
    '',
  ])
    expect([query, namesSubject(query)]).toEqual([query, false]);
  for (const query of [
    'time',
    'work',
    'long time',
    'how does a kiln work',
    'Wie lange brennt der Ofen',
    'notes',
    'x',
    '水',
  ])
    expect([query, namesSubject(query)]).toEqual([query, true]);
});

test('addresses are removed from a query', () => {
  const query = 'What says https://Example.org/kiln/a?b=c. about salt, and www.example.com/';
  expect(addressesIn(query)).toEqual(['example.org/kiln/a?b=c', 'www.example.com']);
  expect(withoutAddresses(query).replaceAll(/ +/g, ' ')).toBe('What says about salt, and ');
  expect(addressesIn('example.org/kiln')).toEqual(['example.org/kiln']);
  expect(withoutAddresses('example.org/kiln').trim()).toBe('');
  expect(addressesIn('and/or 1.5/2 a.b')).toEqual([]);
});
