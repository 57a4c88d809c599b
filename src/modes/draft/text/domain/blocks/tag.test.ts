import { expect, test } from 'vitest';

import { MAX_TAG_LENGTH, readTag } from './tag.ts';

const attributesOf = (tag: string) => {
  const read = readTag(tag, 0, 'over');
  return typeof read === 'string' ? read : read.attributes;
};

test('attributes have any order, any quotes, entities and angle brackets', () => {
  expect(attributesOf(`<draft title='Say "no"' platform=thread note="a > b < c" done>`)).toEqual({
    title: 'Say "no"',
    platform: 'thread',
    note: 'a > b < c',
    done: '',
  });
  expect(
    attributesOf('<DRAFT\n  Platform = "linkedin"\n  TITLE="&quot;A&quot; &amp; &lt;b&gt; it&#39;s &amp;lt;">'),
  ).toEqual({
    platform: 'linkedin',
    title: '"A" & <b> it\'s &lt;',
  });
  expect(attributesOf('<draft title="one" title="two" __proto__="x">')).toEqual(
    Object.fromEntries([
      ['title', 'one'],
      ['__proto__', 'x'],
    ]),
  );
});

test('malformed text inside a tag does not end the tag', () => {
  expect(attributesOf('<draft title="The "best" way">')).toEqual({ title: 'The "best" way' });
  expect(attributesOf(`<draft title='It's "here"' platform=thread>`)).toEqual({
    title: `It's "here"`,
    platform: 'thread',
  });
  expect(attributesOf('<draft platform="thread" title="“Salt”, 5" wide and "more"">')).toEqual({
    platform: 'thread',
    title: '“Salt”, 5" wide and "more"',
  });
  expect(attributesOf('<draft title="Open>\nText')).toEqual({ title: 'Open' });
  expect(attributesOf('<draft = title=x>')).toEqual({ title: 'x' });
});

test('other angle brackets are text', () => {
  for (const text of [
    '<drafty>',
    '< draft>',
    '<div>',
    '<draft <draft>',
    '<',
    '</drafts>',
    '<draft it here>',
    '<draft it',
  ]) {
    expect(readTag(text, 0, 'over'), text).toBe('text');
  }
});

test('closing and empty tags are distinguished from opening ones', () => {
  const kindOf = (text: string) => {
    const read = readTag(text, 0, 'over');
    return typeof read === 'string' ? read : `${read.kind} ${String(read.end)}`;
  };
  expect(kindOf('</Draft >x')).toBe('closing 9');
  expect(kindOf('<draft/>')).toBe('empty 8');
  expect(kindOf('<draft a="b" / >')).toBe('opening 16');
  expect(kindOf('<draft a=b/>')).toBe('opening 12');
});

test('an incomplete tag is undecided until the content ends or the tag is too long', () => {
  const tag = `<draft title="a 'b'" platform='x' n=1>`;
  for (let length = 1; length < tag.length; length += 1) {
    const cut = tag.slice(0, length);
    expect([cut, readTag(cut, 0, 'open')]).toEqual([cut, 'undecided']);
    expect([cut, readTag(cut, 0, 'over')]).toEqual([cut, length < 3 ? 'text' : 'unfinished']);
    expect([cut, readTag(cut, 0, 'cut')]).toEqual([cut, 'unfinished']);
  }
  expect(readTag(`<draft title="${'a'.repeat(MAX_TAG_LENGTH)}`, 0, 'open')).toBe('text');
});
