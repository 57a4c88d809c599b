import { expect, test } from 'vitest';

import { kindOfAddress, readAddress } from './address.ts';

test.each([
  ['https://example.org/a', 'http://www.EXAMPLE.org/a/'],
  ['https://example.org', 'example.org/'],
  ['https://example.org:443/a', 'https://example.org/a#part'],
  ['https://example.org/a?b=1', 'https://example.org/a?utm_source=x&b=1&fbclid=y&gclid=z'],
  ['https://example.org/a b'.replace(' ', '%20'), 'https://example.org/a%20b?utm_campaign=x'],
  ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
])('%s and %s are the same page', (one, other) => {
  expect(readAddress(one)?.key).toBeDefined();
  expect(readAddress(one)?.key).toBe(readAddress(other)?.key);
});

test.each([
  ['https://example.org/a', 'https://example.org/A'],
  ['https://example.org/a?id=1', 'https://example.org/a?id=2'],
  ['https://example.org:8080/', 'https://example.org/'],
  ['https://blog.example.org/', 'https://example.org/'],
])('%s and %s are two pages', (one, other) => {
  expect(readAddress(one)?.key).not.toBe(readAddress(other)?.key);
});

test.each([
  '',
  ' ',
  'word',
  'two words',
  'ftp://example.org',
  'mailto:a@b.c',
  'data:text/html,x',
  'https://',
  '//x.org',
  'http://a b',
])('%j is not an address', (text) => {
  expect(readAddress(text)).toBeNull();
});

test('a tweet is recognised by its address', () => {
  const kindOf = (url: string) => kindOfAddress(readAddress(url) ?? { url: '', key: '' });
  for (const url of ['https://x.com/a/status/1', 'https://mobile.twitter.com/a', 'https://www.x.com/a'])
    expect(kindOf(url)).toBe('tweet');
  for (const url of ['https://notx.com/a', 'https://x.com.example.org/', 'https://example.org/x.com'])
    expect(kindOf(url)).toBe('link');
});
