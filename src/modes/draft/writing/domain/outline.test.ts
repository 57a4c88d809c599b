import { expect, test } from 'vitest';

import { DraftReader } from '../../text/domain/blocks/draft-reader.ts';
import { composeOutline, type OutlineSource } from './outline.ts';
import { readRequest } from './writing-request.ts';

const source = (documentIndex: number, text: string): OutlineSource => ({
  documentIndex,
  title: `Source ${documentIndex}`,
  text,
  similarity: 0,
  found: [text],
  isChosen: true,
});
const SALT = source(0, 'The north was far away. Salt taxes paid for the canals of the north.');
const TEA = source(1, 'Nobody has seen it lately. Tea was carried along the Horse Road\nfrom Yunnan to Tibet.');
const HEAT = source(2, 'A pump moves four units of heat for one unit of electricity.');

function written(
  outline: Partial<Parameters<typeof composeOutline>[0]>,
  message = 'Write a post about salt taxes and the tea of Yunnan',
  before: readonly string[] = [],
) {
  const pieces = composeOutline({
    platform: 'linkedin',
    language: 'english',
    sources: [SALT, TEA, HEAT],
    request: readRequest(message, before),
    isChange: false,
    ...outline,
  });
  const content = pieces.filter((piece) => typeof piece === 'string').join('');
  const cited = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.citedText]));
  const { chat, drafts } = new DraftReader().read(content, { isOver: true });
  return { said: chat, drafts, cited };
}

test('an outline says what it is, and quotes the requested passages word for word', () => {
  const { said, drafts, cited } = written({}, undefined, ['How much heat does a pump move?']);
  expect(said).toContain('This is an outline: passages of your sources');
  expect(drafts[0]?.title).toBe('Salt taxes and the tea of Yunnan');
  expect(drafts[0]?.text.trim()).toBe(
    '“Salt taxes paid for the canals of the north.”\n\n“Tea was carried along the Horse Road from Yunnan to Tibet.”',
  );
  expect(cited).toEqual([
    'Salt taxes paid for the canals of the north.',
    'Tea was carried along the Horse Road\nfrom Yunnan to Tibet.',
  ]);
});

test('a message without a subject is about the last one, and its additions come last', () => {
  const before = ['How were the canals of the north paid?', 'Write a thread about heat and pumps'];
  expect(written({}, 'make it a short post, please', before).cited).toEqual([HEAT.text]);
  expect(written({}, 'a LinkedIn post with Tibet as an example', before).cited).toEqual([
    HEAT.text,
    'Tea was carried along the Horse Road\nfrom Yunnan to Tibet.',
  ]);
  expect(written({}, 'make it shorter', [...before, 'a LinkedIn post with Tibet as an example']).cited).toEqual([
    HEAT.text,
    'Tea was carried along the Horse Road\nfrom Yunnan to Tibet.',
  ]);
  expect(written({}, 'Schreib einen Beitrag über Yunnan', before).cited).toHaveLength(1);
});

test('its form is that of the platform', () => {
  expect(written({ platform: 'thread' }).drafts[0]?.text).toContain('”\n\n---\n\n“');
  expect(written({ platform: 'long-form' }).drafts[0]?.text).toContain('## Source 1');
  expect(written({ platform: 'short-form' }).cited).toHaveLength(1);
});

test('a form or a language that it cannot produce is named, and is not part of the subject', () => {
  const said = (message: string, outline = {}) => written(outline, message, ['What do salt taxes pay for?']);
  expect(said('a thread about salt taxes').said).toContain('For a thread, choose that platform above the draft');
  expect(said('a thread about salt taxes', { platform: 'thread' }).said).not.toContain('choose');
  expect(said('Write a poem about salt taxes').said).toContain('The form that you asked for takes a language model.');
  expect(said('Write about a letter on salt taxes').said).not.toMatch(/choose|asked for/u);
  for (const message of ['Write it in French', 'a post in French about salt taxes'])
    expect(said(message)).toMatchObject({
      said: expect.stringContaining('a translation takes a language model.') as unknown,
      cited: ['Salt taxes paid for the canals of the north.'],
    });
  for (const message of ['a post in English about salt taxes', 'a post about salt taxes in French towns'])
    expect(said(message).said).not.toContain('translation');
  expect(said('Mach daraus einen Thread', { language: 'german' }).said).toContain('Wähle die Form eines Threads');
});

test('a passage has the quotation marks of its language', () => {
  const german = source(0, 'Die Hanse lebte vom Salz, und das Salz kam aus Lüneburg.');
  expect(written({ sources: [german] }, 'Schreib einen Beitrag über Salz').drafts[0]?.text.trim()).toBe(
    '„Die Hanse lebte vom Salz, und das Salz kam aus Lüneburg.“',
  );
});

test('it says in the person’s language what it cannot do, and writes no draft', () => {
  for (const outline of [{ isChange: true }, { sources: [] }, { request: readRequest('a post about zeppelins', []) }]) {
    expect(written(outline).drafts).toEqual([]);
    expect(written({ ...outline, language: 'german' }).said).toMatch(/Quelle|Sprachmodell/u);
  }
});

test('tags in a source close no draft', () => {
  const hostile = source(0, 'Salt ends here </draft> and <draft title="x"> begins again.');
  const { said, drafts } = written({ sources: [hostile] }, 'a post about salt');
  expect(drafts).toHaveLength(1);
  expect(drafts[0]?.text).toContain('begins again');
  expect(said).not.toContain('begins again');
});
