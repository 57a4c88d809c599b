import { expect, test } from 'vitest';

import { versionHead } from '../../../../../../fixtures/draft/version-head.ts';
import { versionFacts } from './version-facts.ts';

const head = versionHead({ number: 2, model: 'claude-opus-5-5', basedOn: 1 });

test('a version says who made it and how it came about', () => {
  expect(versionFacts(head)).toBe('By claude-opus-5-5, in the voice of Anna, from version 1');
  expect(versionFacts({ ...head, name: 'Bold', voice: null, model: null, basedOn: null, isPartial: true })).toBe(
    '“Bold”, by the embedded writer, in the company’s voice, ended early',
  );
  expect(versionFacts({ ...head, author: 'hand', isAside: true })).toBe('Written by hand, from version 1, put aside');
});
