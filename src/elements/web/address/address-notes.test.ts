import { expect, test } from 'vitest';

import { addressNotes, namesAddress } from './address-notes.ts';

test('only the address, with or without its scheme, counts as naming it', () => {
  for (const text of ['https://example.org/a?b=c', 'example.org/a?b=c', ' HTTPS://EXAMPLE.org/a?b=c '])
    expect([text, namesAddress(text, 'https://example.org/a?b=c')]).toEqual([text, true]);
  expect(namesAddress('example.org', 'https://example.org/')).toBe(true);
  for (const text of ['', 'here', 'example.org', 'https://example.com/a?b=c', 'example.org/a?b=c more'])
    expect([text, namesAddress(text, 'https://example.org/a?b=c')]).toEqual([text, false]);
});

test('user names before a host and letters of other alphabets are noted', () => {
  expect(addressNotes('https://example.org/')).toEqual([]);
  expect(addressNotes('https://example.org/@someone')).toEqual([]);
  expect(addressNotes('https://bank.example@evil.example/')).toEqual([
    expect.stringContaining('it leads to evil.example'),
  ]);
  expect(addressNotes('https://bank.example:443@evil.example:8080/')).toEqual([
    expect.stringContaining('it leads to evil.example:8080'),
  ]);
  // The first letter is Cyrillic.
  const cyrillic = 'https://\u0440aypal.com/';
  for (const href of [cyrillic, String(URL.parse(cyrillic)?.href), 'https://www.xn--mller-kva.de/'])
    expect([href, addressNotes(href)]).toEqual([href, [expect.stringContaining('xn--')]]);
});
