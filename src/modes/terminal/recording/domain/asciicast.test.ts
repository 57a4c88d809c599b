import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventLine, headerLine, readEvent, readHeader, type RecordingEvent } from './asciicast.ts';

test('a header has the required fields and whole seconds', () => {
  expect(
    headerLine({ columns: 80, rows: 24, startedAt: 1_504_467_315_900, title: 'a "b"\n', env: { TERM: 'xterm' } }),
  ).toBe('{"version":2,"width":80,"height":24,"timestamp":1504467315,"title":"a \\"b\\"\\n","env":{"TERM":"xterm"}}\n');
  expect(headerLine({ columns: 1, rows: 1 })).toBe('{"version":2,"width":1,"height":1}\n');
});

test('events are arrays of seconds, a code and data', () => {
  expect(eventLine({ kind: 'output', atMs: 248.848, text: '\u001b[1mé😀\u0000\u007f\u2028"\\\r\n' })).toBe(
    '[0.248848, "o", "\\u001b[1mé😀\\u0000\u007f\u2028\\"\\\\\\r\\n"]\n',
  );
  expect(eventLine({ kind: 'resize', atMs: 4050, columns: 100, rows: 50 })).toBe('[4.050000, "r", "100x50"]\n');
  expect(eventLine({ kind: 'marker', atMs: 0, label: 'here' })).toBe('[0.000000, "m", "here"]\n');
});

test('a lone surrogate is never written', () => {
  expect(eventLine({ kind: 'output', atMs: 0, text: 'a\ud83d' })).toBe('[0.000000, "o", "a\ufffd"]\n');
  expect(headerLine({ columns: 1, rows: 1, title: '\udc00' })).toContain('"title":"\ufffd"');
});

test('the documented example is read', () => {
  expect(
    readHeader(
      '{"version": 2, "width": 80, "height": 24, "timestamp": 1504467315, "title": "Demo", "env": {"TERM": "xterm-256color", "SHELL": "/bin/zsh"}}',
    ),
  ).toEqual({
    columns: 80,
    rows: 24,
    startedAt: 1_504_467_315_000,
  });
  const lines = ['[0.248848, "o", "\\u001b[1mHi\\n"]', '[1.5, "m", ""]', '[2, "i", "x"]', '[4.05, "r", "80x24"]'];
  expect(lines.map(readEvent)).toEqual([
    { kind: 'output', atMs: 248.848, text: '\u001b[1mHi\n' },
    { kind: 'marker', atMs: 1500, label: '' },
    undefined,
    { kind: 'resize', atMs: 4050, columns: 80, rows: 24 },
  ]);
});

test('an invalid header is rejected', () => {
  for (const line of ['', '[]', 'null', '{"version":3}', '{"version":2,"width":0,"height":24}', '{"version":2'])
    expect(readHeader(line)).toBeUndefined();
});

test('an invalid event is rejected', () => {
  const lines = ['', '{}', '[1,"o"]', '["1","o",""]', '[-1,"o",""]', '[1,"r","80"]', '[1,"r","0x4"]', '[1,"o",""', '1'];
  for (const line of lines) expect(readEvent(line)).toBeUndefined();
});

const side = fc.integer({ min: 1, max: 65_535 });
const atMs = fc.integer({ min: 0, max: 2 ** 40 }).map((microseconds) => microseconds / 1000);
const event: fc.Arbitrary<RecordingEvent> = fc.oneof(
  fc.record({ kind: fc.constant('output' as const), atMs, text: fc.string({ unit: 'binary' }) }),
  fc.record({ kind: fc.constant('resize' as const), atMs, columns: side, rows: side }),
  fc.record({ kind: fc.constant('marker' as const), atMs, label: fc.string({ unit: 'binary' }) }),
);

test('any event is one line and is read back unchanged', () => {
  fc.assert(
    fc.property(event, (written) => {
      const line = eventLine(written);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(readEvent(line)).toEqual(written);
    }),
  );
});
