import { afterEach, expect, test } from 'vitest';

import { previewAfterTitle, sourceLine } from './source-words.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const now = Date.UTC(2026, 10, 23, 12);
const source = {
  kind: 'note',
  origin: 'person',
  site: null,
  author: null,
  isSample: false,
  createdAt: Date.UTC(2026, 2, 14, 12),
  createdOn: null,
  keptBy: null,
} as const;

test('a source is described by its author, its kind, its bucket and its day', () => {
  expect(sourceLine(source, 'Energy', now)).toBe('my note, Energy, 14 March');
  expect(sourceLine({ ...source, kind: 'voice_memo', createdAt: Date.UTC(2024, 2, 14, 12) }, null, now)).toBe(
    'my voice memo, 14 March 2024',
  );
});

test('a day without a time is the same in every time zone', () => {
  for (const each of ['Pacific/Honolulu', 'UTC', 'Pacific/Auckland']) {
    process.env['TZ'] = each;
    const day = { ...source, createdAt: Date.UTC(2026, 2, 14), createdOn: '2026-03-14' };
    expect(sourceLine(day, null, now)).toBe('my note, 14 March');
    expect(sourceLine({ ...day, createdAt: Date.UTC(2026, 2, 14, 23, 30) }, null, now)).toBe('my note, 14 March');
    expect(sourceLine({ ...day, createdOn: null }, null, now)).toBe('my note, 14 March');
  }
});

test('a source that is not the person’s own shows its origin', () => {
  const clip = { ...source, kind: 'article_clip', origin: 'web', site: 'example.org' } as const;
  expect(sourceLine(clip, null, now)).toBe('article clip, example.org, 14 March');
  const agents = { ...clip, origin: 'agent', site: null } as const;
  expect(sourceLine(agents, null, now)).toBe('article clip, from an agent, 14 March');
  expect(sourceLine({ ...agents, keptBy: 'Claude Code' }, null, now)).toBe(
    'article clip, kept by Claude Code, 14 March',
  );
});

test('a preview does not repeat the title', () => {
  expect(previewAfterTitle({ title: 'Coal', preview: 'Coal. It burned.' })).toBe('It burned.');
  expect(previewAfterTitle({ title: 'Coal is burned in…', preview: 'Coal is burned in engines.' })).toBe('engines.');
  expect(previewAfterTitle({ title: 'Notes', preview: 'Coal burned.' })).toBe('Coal burned.');
});
