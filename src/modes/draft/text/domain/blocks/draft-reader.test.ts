import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type DividedReply, DraftReader } from './draft-reader.ts';

const whole = (content: string) => new DraftReader().read(content, { isOver: true });

/** A reply of the pieces of which tags, code and white space consist. */
const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('<draft>', '</draft>', '<draft title="a">', '\n```\n', '\n~~~\n', '`', '\n'),
      },
      fc.constantFrom(
        ...'<>/="\'`~ -\n'.split(''),
        'draft',
        'title',
        '😀',
        '\ud83d',
        '\r\n',
        '\n\n',
        '``',
        '    ',
        'word',
        '&quot;',
      ),
      fc.constantFrom('<', '</', '<draft', '<draft ', '<DRAFT\n', '<draft/>', '</draft', "<draft t='", '> ', '1. ```'),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

/** A content, and the lengths to which its chunks extend. */
const cut = fc.tuple(hostile, fc.array(fc.nat(), { maxLength: 30 }), fc.boolean()).map(([content, cuts, isEach]) => {
  const ends = isEach ? [...Array(content.length).keys()] : cuts.map((at) => at % (content.length + 1));
  return { content, ends: ends.toSorted((one, other) => one - other) };
});

function streamed({ content, ends }: { content: string; ends: readonly number[] }): readonly DividedReply[] {
  const reader = new DraftReader();
  const shown = ends.map((end) => reader.read(content.slice(0, end), { isOver: false }));
  return [...shown, reader.read(content, { isOver: true })];
}

test('a reply is divided in the same way however its stream is cut', () => {
  fc.assert(
    fc.property(cut, (stream) => {
      expect(streamed(stream).at(-1)).toEqual(whole(stream.content));
    }),
    { numRuns: 600 },
  );
});

test('a chunk shows the same as reading the content so far at once', () => {
  fc.assert(
    fc.property(cut, ({ content, ends }) => {
      const shown = streamed({ content, ends }).slice(0, -1);
      expect(shown).toEqual(ends.map((end) => new DraftReader().read(content.slice(0, end), { isOver: false })));
    }),
    { numRuns: 500 },
  );
});

test('shown text is never taken back', () => {
  fc.assert(
    fc.property(cut, (stream) => {
      let before: DividedReply = { chat: '', drafts: [] };
      for (const now of streamed(stream)) {
        expect(now.chat.startsWith(before.chat)).toBe(true);
        for (const [index, draft] of before.drafts.entries()) {
          expect(now.drafts[index]).toMatchObject({ start: draft.start, attributes: draft.attributes });
          expect(now.drafts[index]?.text.startsWith(draft.text)).toBe(true);
          if (draft.isClosed) expect(now.drafts[index]).toEqual(draft);
        }
        before = now;
      }
    }),
    { numRuns: 400 },
  );
});

test('every word is in the chat or in one draft, in order, and none is missing if there is no tag', () => {
  fc.assert(
    fc.property(hostile, (content) => {
      const { chat, drafts } = whole(content);
      let outside = '';
      let from = 0;
      for (const { start, end, text } of drafts) {
        expect(text).toBe(content.slice(start, end));
        expect(start).toBeGreaterThanOrEqual(from);
        outside += content.slice(from, start);
        from = end;
      }
      outside += content.slice(from);
      const words = chat.replace(/\s/gu, '');
      let place = 0;
      for (const unit of outside.replace(/\s/gu, '').split('')) if (unit === words[place]) place += 1;
      expect(place).toBe(words.length);
      if (!/<\/?draft/iu.test(outside)) expect(words).toBe(outside.replace(/\s/gu, ''));
    }),
    { numRuns: 600 },
  );
});

test('without code the chat shows no tag', () => {
  const plain = fc
    .array(
      fc.constantFrom(
        '<draft>',
        '</draft>',
        `<draft title="a > 'b'">`,
        "<draft t='\"' x>",
        '\n',
        'word',
        ' < ',
        '😀',
        '>',
      ),
    )
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(plain, (content) => {
      expect(whole(content).chat).not.toMatch(/<\/?draft/iu);
    }),
  );
});

/** Read at once and one unit at a time. These would take minutes if the time grew faster than the length. */
test.each(['<draft a="', '<draft/>', '\n~~~ `\n', '` ', ' `<draft> ``', ' '])(
  'the time to read 200,000 units of %j grows linearly with their length',
  (piece) => {
    const content = piece.repeat(200_000 / piece.length);
    const { chat, drafts } = whole(content);
    expect(chat.length + drafts.length).toBeLessThanOrEqual(content.length);
    const reader = new DraftReader();
    const short = content.slice(0, 20_000);
    for (let length = 1; length < short.length; length += 1) reader.read(short.slice(0, length), { isOver: false });
    expect(reader.read(short, { isOver: true })).toEqual(whole(short));
  },
);

test('runs of backticks of all lengths on one line are read in linear time', () => {
  const content = `${Array.from({ length: 600 }, (_, length) => '`'.repeat(length + 1)).join(' ')} <draft>a`;
  expect(whole(content).drafts).toMatchObject([{ text: 'a' }]);
});

test('a tag mentioned in a line of a draft does not change where the draft ends', () => {
  for (const mention of [
    'One <draft> opens it.',
    'Write <draft> or <draft>.',
    'Between <draft> here and </draft> there.',
  ]) {
    const { chat, drafts } = whole(`<draft title="A">\n${mention}\n</draft>\n\nIt ends there.`);
    expect(chat).toBe('It ends there.');
    expect(drafts).toMatchObject([{ text: `\n${mention}\n`, isClosed: true }]);
  }
});
