import { expect, test } from 'vitest';

import { DraftReader } from './draft-reader.ts';

const extractDraft = (content: string, options = over) => new DraftReader().read(content, options).drafts;
const stripDraftTags = (content: string, options = over) => new DraftReader().read(content, options).chat;
const over: { isOver: boolean; isCut?: boolean } = { isOver: true };
const streaming = { isOver: false };
const textsOf = (content: string, options = over) => extractDraft(content, options).map(({ text }) => text);
const split = (content: string, options = over) => [stripDraftTags(content, options), textsOf(content, options)];

test('a draft is removed from the chat, with its attributes and its place', () => {
  const content = 'Here it is.\n\n<draft platform=linkedin title="Cheap &amp; good">\nText.\n</draft>\n\n\nShorter?';
  expect(stripDraftTags(content, over)).toBe('Here it is.\n\nShorter?');
  const [draft, ...others] = extractDraft(content, over);
  expect(others).toEqual([]);
  expect(draft).toEqual({
    title: 'Cheap & good',
    attributes: { platform: 'linkedin', title: 'Cheap & good' },
    text: '\nText.\n',
    start: content.indexOf('\nText'),
    end: content.indexOf('</draft>'),
    isClosed: true,
  });
});

test('a reply can have several drafts, and the chat has the words between them', () => {
  expect(split('One: <draft>a</draft> two: <DRAFT title=b>b</Draft>')).toEqual(['One:\n\ntwo:', ['a', 'b']]);
  expect(split('<draft/> after')).toEqual(['after', ['']]);
});

test('a draft inside a draft is part of its text', () => {
  expect(split('<draft>a <draft title="x">b</draft> c</draft>d')).toEqual(['d', ['a <draft title="x">b</draft> c']]);
});

test('tags in code are text', () => {
  expect(split('Write `<draft>` and ``</draft> ` ``.')).toEqual(['Write `<draft>` and ``</draft> ` ``.', []]);
  const fenced = '```html\n<draft>\n~~~\n``\n````';
  expect(split(`${fenced}\n<draft>a</draft>`)).toEqual([fenced, ['a']]);
  expect(split('<draft>`</draft>`\n~~~~ x ~~~~\n</draft>\n~~~\n</draft>\n~~~~\n</draft>b')).toEqual([
    'b',
    ['`</draft>`\n~~~~ x ~~~~\n</draft>\n~~~\n</draft>\n~~~~\n'],
  ]);
  expect(split('- ```\n  <draft>\n  ```\n<draft>a</draft>')).toEqual(['- ```\n  <draft>\n  ```', ['a']]);
});

test('an open fence runs to the end, and inline code to the end of its line at most', () => {
  expect(split('```\n<draft>')).toEqual(['```\n<draft>', []]);
  expect(split('It`s <draft>it`s</draft>\n`a')).toEqual(['It`s <draft>it`s\n`a', []]);
  expect(split('It`s <draft>\nit`s</draft>')).toEqual(['It`s', ['\nit`s']]);
  expect(split('```<draft>``` is code, ```` <draft>\n</draft>')).toEqual(['```<draft>``` is code, ````', ['\n']]);
});

test('other angle brackets are text, in the chat and in a draft', () => {
  const text = 'a < b, <div>, <drafty>, <draft <b>, <<';
  expect(split(`${text}\n<draft>${text}</draft>`)).toEqual([text, [text]]);
});

test('an unclosed draft runs to the end, and an extra closing tag is not shown', () => {
  const [open] = extractDraft('Hi.\n<draft title=a>Te', over);
  expect(open).toMatchObject({ text: 'Te', isClosed: false });
  expect(split('<draft>a</draft></draft>\n\nb </draft>c')).toEqual(['b c', ['a']]);
});

test('a possible tag is held back while more may follow, and a tag cut by the end is never shown', () => {
  for (const cut of ['<', '<dra', '<draft', '<draft title="a', '</draft', '</draft ']) {
    expect(split(`Hi ${cut}`, streaming)).toEqual(['Hi', []]);
    expect(split(`<draft>Hi ${cut}`, streaming)).toEqual(['', ['Hi ']]);
    // A literal sign.
    const rest = cut === '<' ? cut : '';
    expect(split(`Hi ${cut}`)).toEqual([`Hi ${rest}`, []]);
    expect(split(`<draft>Hi ${cut}`)).toEqual(['', [`Hi ${rest}`]]);
    expect(split(`Hi ${cut}`, { isOver: true, isCut: true })).toEqual(['Hi ', []]);
    expect(split(`<draft>Hi ${cut}`, { isOver: true, isCut: true })).toEqual(['', ['Hi ']]);
  }
  expect(split('a <dre', streaming)).toEqual(['a <dre', []]);
  expect(extractDraft('<draft>a</draf')).toMatchObject([{ text: 'a', isClosed: true }]);
});

test('a mentioned tag is text', () => {
  for (const said of [
    'I write between <draft> and </draft>.',
    'Zwischen <draft> und </draft> steht er, nicht vor <draft>-Tags.',
    'It begins with "<draft>" and ends with “</draft>”.',
    'The <draft> tag (<draft>) opens, the </draft> tag closes.',
    'Please <draft it here> or <draft> … </draft>.',
  ]) {
    expect(split(said)).toEqual([said, []]);
    expect(split(`${said}\n\n<draft title="One">a ${said}</draft>`)).toEqual([said, [`a ${said}`]]);
  }
  expect(split('One: <draft>and so</draft> <draft>"Yes"</draft>')).toEqual(['One:', ['and so', '"Yes"']]);
});

test('a stream cut anywhere shows no part of a tag and loses no word before it', () => {
  const reply =
    'Said a < b.\n\n<draft title="The "best" of \'it\'" platform=thread>One <b>two</b> x</draft>\n\nThree <4.';
  const [opening, closing] = [reply.indexOf('<draft'), reply.indexOf('</draft')];
  for (let length = 0; length <= reply.length; length += 1) {
    const content = reply.slice(0, length);
    const reader = new DraftReader();
    for (let from = 1; from < length; from += 1) reader.read(content.slice(0, from), streaming);
    const { chat, drafts } = reader.read(content, { isOver: true, isCut: true });
    const said = content.slice(0, opening) + content.slice(closing + '</draft>'.length);
    expect([content, chat.replace(/\s/gu, '')]).toEqual([content, said.replace(/<$/, '').replace(/\s/gu, '')]);
    const begun = content.slice(reply.indexOf('One'), closing);
    expect([content, drafts.map(({ text }) => text).join('')]).toEqual([content, begun.replace(/<\/?$/, '')]);
    expect(drafts.every(({ title }) => title === `The "best" of 'it'`)).toBe(true);
  }
});

test('after an open backtick, text streams up to the first tag', () => {
  expect(split('It`s so <b> and', streaming)).toEqual(['It`s so <b> and', []]);
  expect(split('It`s so <draft> and', streaming)).toEqual(['It`s so', []]);
  expect(split('```js\n<draft> `', streaming)).toEqual(['```js\n<draft> `', []]);
});
