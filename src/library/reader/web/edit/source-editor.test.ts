// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import type { SourceDetail } from '../../../sources/protocol.ts';
import { draftOf, readDraft, storeDraft } from './source-editor.tsx';

const source = { id: 's1', title: 'Coal', content: 'Text', tags: ['energy'], version: 3 } as unknown as SourceDetail;

beforeEach(() => localStorage.clear());

test('a draft is stored until it is saved', () => {
  expect(readDraft(source)).toBeNull();
  const draft = { ...draftOf(source), content: 'Other text' };
  storeDraft('s1', draft);
  expect(readDraft(source)).toEqual(draft);
  storeDraft('s1', null);
  expect(readDraft(source)).toBeNull();
});

test('a draft that equals the source, or cannot be parsed, is ignored', () => {
  storeDraft('s1', draftOf(source));
  expect(readDraft(source)).toBeNull();
  localStorage.setItem('warren-source-draft:s1', '{');
  expect(readDraft(source)).toBeNull();
});
