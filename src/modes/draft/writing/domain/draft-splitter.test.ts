import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { WriterPart } from '../../protocol.ts';
import { DraftSplitter } from './draft-splitter.ts';

const FACTS = { platform: 'linkedin', personName: 'Ada', model: 'model-1' } as const;
const NOTHING_BEGUN = { blocks: 0, open: null };

/** The final content of the page for a stream. */
function shown(pieces: readonly (string | WriterPart)[]) {
  const parts = new Map<string, WriterPart>();
  let said = '';
  for (const piece of pieces)
    if (typeof piece === 'string') said += piece;
    else parts.set(piece.id, piece);
  const all = [...parts.values()];
  const textOf = (block: number) =>
    all.flatMap((part) => (part.type === 'draft-text' && part.block === block ? [part.text] : [])).join('');
  return {
    said,
    drafts: all.flatMap((part) =>
      part.type === 'draft' ? [{ title: part.title, at: part.at, isOpen: part.isOpen, text: textOf(part.block) }] : [],
    ),
    cited: all.flatMap((part) => (part.type === 'draft-citation' || part.type === 'source-citation' ? [part] : [])),
  };
}

function split(
  pieces: readonly (string | WriterPart)[],
  begun: ConstructorParameters<typeof DraftSplitter>[1] = NOTHING_BEGUN,
) {
  const splitter = new DraftSplitter(FACTS, begun);
  return shown([
    ...splitter.begin(),
    ...pieces.flatMap((piece) => splitter.push(piece as Parameters<DraftSplitter['push']>[0])),
    ...splitter.end(),
  ]);
}

const citation = (at: number) =>
  ({
    id: `c-${at}`,
    type: 'source-citation',
    at,
    source: null,
    quote: 'words',
    range: null,
    isVerified: false,
  }) as const;

describe('the writer’s stream', () => {
  test('is divided into chat text and drafts', () => {
    const reply = 'Here it is.\n\n<draft title="The pump">\nIt pumped water.\n</draft>\n\nOne claim is weak.';
    expect(split([reply])).toEqual({
      said: 'Here it is.\n\nOne claim is weak.',
      drafts: [{ title: 'The pump', at: expect.any(Number), isOpen: false, text: '\nIt pumped water.\n' }],
      cited: [],
    });
  });

  test('has the same result for any pieces', () => {
    const words = [
      'Said ',
      '<draft title="One">',
      'A < b, ',
      '`</draft>` ',
      'end\n',
      '</draft>',
      '\n\n',
      '<dra',
      'ft>',
      '<b>',
      '\n',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { maxLength: 14 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (chosen, lengths) => {
          const whole = chosen.join('');
          const cut: string[] = [];
          for (let from = 0; from < whole.length;) {
            const { value } = lengths.next() as { value: number };
            cut.push(whole.slice(from, from + value));
            from += value;
          }
          const { said, drafts } = split(cut);
          const once = split([whole]);
          expect(said).toBe(once.said);
          expect(drafts.map(({ title, text, isOpen }) => [title, text, isOpen])).toEqual(
            once.drafts.map(({ title, text, isOpen }) => [title, text, isOpen]),
          );
        },
      ),
    );
  });

  test('places a citation where it occurs: in the chat text or in the draft', () => {
    const { cited } = split(['Said.', citation(5), ' <draft title="One">It pumped.', citation(30), ' More.</draft>']);
    expect(cited.map(({ type, at }) => [type, at])).toEqual([
      ['source-citation', 5],
      ['draft-citation', 10],
    ]);
  });

  test('keeps the position of a citation that is emitted again with more details', () => {
    const more = { ...citation(5), title: 'again' };
    const { cited } = split(['Said.', citation(5), ' Then <draft title="One">It pumped.</draft>', more]);
    expect(cited).toMatchObject([{ type: 'source-citation', at: 5, title: 'again' }]);
  });

  test('ends early with the draft still open, and continues in the next reply', () => {
    const first = split(['<draft title="One">It pum']);
    expect(first.drafts).toMatchObject([{ title: 'One', isOpen: true, text: 'It pum' }]);
    const next = split(['ped water.</draft>\n\nDone.'], {
      blocks: 1,
      open: { block: 1, title: 'One', text: 'It pum' },
    });
    expect(next).toMatchObject({ said: 'Done.', drafts: [{ title: 'One', isOpen: false, text: 'ped water.' }] });
  });

  test('streams long drafts in pieces, so that little is sent twice', () => {
    const splitter = new DraftSplitter(FACTS, NOTHING_BEGUN);
    const text = 'word '.repeat(4_000);
    const sent = ['<draft title="Long">', ...text.match(/.{1,20}/gsu)!, '</draft>']
      .flatMap((piece) => splitter.push(piece))
      .reduce((sum, piece) => sum + JSON.stringify(piece).length, 0);
    expect(sent).toBeLessThan(40 * text.length);
    expect(split(['<draft title="Long">', text, '</draft>']).drafts[0]?.text).toBe(text);
  });
});
