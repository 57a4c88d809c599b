import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import {
  type AnkiCollection,
  BASIC,
  basicCollection,
  CLOZE,
  OPTIONAL_REVERSED,
  REVERSED,
  TYPED,
} from '../../../fixtures/anki/collection.ts';
import { readWhole } from '../../../fixtures/anki/read-whole.ts';
import { ankiDatabase, ankiPackage, FORMS } from '../../../fixtures/anki/write-package.ts';
import { createPackageReader } from './create-package-reader.ts';

const MS = Date.parse('2026-05-01T10:00:00Z');
const PNG = Uint8Array.from('\u0089PNG\r\n\u001A\n a picture', (sign) => sign.charCodeAt(0));
const WEBP = Uint8Array.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', (sign) => sign.charCodeAt(0));

const OWN = {
  id: 106,
  name: 'Vocabulary',
  fields: ['Word', 'Reading', 'Meaning', 'Note'],
  templates: [
    {
      question:
        '<style>.a{}</style><!-- {{Meaning}} -->{{furigana:Reading}}{{#Note}} — {{Note}}{{/Note}}{{^Note}} ?{{/Note}}',
      answer:
        '{{FrontSide}}<hr id="answer"><script>alert(1)</script>{{Meaning}} {{hint:Note}}<br>{{kana:Reading}} {{kanji:Reading}} {{Unknown}}',
    },
  ],
};

const COLLECTION: AnkiCollection = {
  createdAt: Date.parse('2026-01-10T19:30:00Z') / 1_000,
  minutesWest: -60,
  dayStartsAt: 4,
  decks: [
    { id: 1, name: 'Default' },
    { id: 2, name: 'Sprachen::Jäpanisch', newPerDay: 7, reviewsPerDay: 0, desiredRetention: 0.85 },
    { id: 3, name: 'Empty' },
  ],
  noteTypes: [BASIC, REVERSED, OPTIONAL_REVERSED, TYPED, CLOZE, OWN],
  notes: [
    {
      id: 1,
      guid: 'basic~1',
      noteType: 101,
      tags: ' land europe::west leech marked ',
      fields: ['Capital of <b>France</b>?', 'Paris &amp; <i>its</i> Seine'],
    },
    { id: 2, guid: 'reversed', noteType: 102, fields: ['der Hund', 'the dog'] },
    { id: 3, guid: 'optional', noteType: 103, fields: ['one', 'two', 'y'] },
    { id: 4, guid: 'typed', noteType: 104, fields: ['How is it written?', 'so'] },
    {
      id: 5,
      guid: 'cloze',
      noteType: 105,
      fields: ['{{c1::Bern::a city}} is in {{c2::{{c3::Central}} Europe}}', 'Since 1848.'],
    },
    { id: 6, guid: 'own', noteType: 106, fields: ['日本', '日本[にほん]', 'Japan', ''] },
    {
      id: 7,
      guid: 'math',
      noteType: 101,
      fields: ['[$]x^2_1[/$] and \\(y*2\\)', '[$$]\\frac{a}{b}[/$$][latex]E = mc^2[/latex]'],
    },
    {
      id: 8,
      guid: 'rich',
      noteType: 101,
      fields: [
        '<ol><li>a*b*</li><li>c_d</li></ol>',
        '<table><tr><th>k</th><th>v</th></tr><tr><td>1</td><td><code>a*b</code></td></tr></table>',
      ],
    },
    {
      id: 9,
      guid: 'media',
      noteType: 101,
      fields: [
        'Where?<img src="a b.png">[sound:x.mp3]',
        '<img src="https://example.org/x.png"><img src=\'m&amp;n.webp\'><img src="x.svg">Here',
      ],
    },
    { id: 10, guid: 'picture', noteType: 101, fields: ['What does it look like?', '<img src="a%20b.png">'] },
  ],
  cards: [
    {
      id: 11,
      note: 1,
      type: 2,
      queue: -1,
      due: 171,
      ivl: 30,
      factor: 2_500,
      reps: 3,
      lapses: 9,
      data: '{"s":33.5,"d":5.25,"dr":0.9}',
    },
    { id: 21, note: 2, deck: 2, ord: 0, type: 2, queue: -2, due: 10, ivl: 10, factor: 2_300 },
    { id: 22, note: 2, deck: 2, ord: 1 },
    { id: 31, note: 3, ord: 0 },
    { id: 32, note: 3, ord: 1 },
    { id: 41, note: 4, deck: 99, odid: 2 },
    { id: 51, note: 5, ord: 0 },
    { id: 52, note: 5, ord: 1 },
    { id: 53, note: 5, ord: 2 },
    { id: 54, note: 5, ord: 3 },
    { id: 61, note: 6 },
    { id: 71, note: 7 },
    { id: 81, note: 8 },
    { id: 91, note: 9 },
    { id: 101, note: 10 },
    { id: 111, note: 404 },
  ],
  reviews: [
    { id: MS, card: 11, ease: 3, type: 0 },
    { id: MS + 1_000, card: 404, ease: 3, type: 1 },
    { id: MS + 2_000, card: 11, ease: 0, type: 4 },
    { id: MS + 3_000, card: 11, ease: 4, type: 1, time: 7_000 },
    { id: MS + 4_000, card: 1, ease: 4, type: 1 },
  ],
};
const MEDIA = { 'a b.png': PNG, 'm&n.webp': WEBP, 'x.svg': PNG, 'x.mp3': PNG };

test.each(FORMS)(
  'a package in the form %s is read with its note types, schedules, reviews and images',
  async (form) => {
    const { head, points, left, images } = await readWhole(ankiPackage(COLLECTION, { form, media: MEDIA }));
    expect(head).toEqual({
      cards: 16,
      dayStartsAt: 4,
      decks: [
        { name: 'Default', newPerDay: 20, reviewsPerDay: 200, desiredRetention: 0.9 },
        { name: 'Sprachen::Jäpanisch', newPerDay: 7, reviewsPerDay: 0, desiredRetention: 0.85 },
      ],
    });
    expect(points.map(({ noteId, noteCard, question, text }) => [noteId, noteCard, question, text])).toEqual([
      ['basic~1', '0', 'Capital of **France**?', 'Paris & its Seine'],
      ['reversed', '0', 'der Hund', 'the dog'],
      ['reversed', '1', 'the dog', 'der Hund'],
      ['optional', '0', 'one', 'two'],
      ['optional', '1', 'two', 'one'],
      ['typed', '0', 'How is it written?', 'so'],
      ['cloze', 'c1', '____ (a city) is in Central Europe', 'Bern is in Central Europe\n\nSince 1848.'],
      ['cloze', 'c2', 'Bern is in ____', 'Bern is in Central Europe\n\nSince 1848.'],
      ['cloze', 'c3', 'Bern is in ____ Europe', 'Bern is in Central Europe\n\nSince 1848.'],
      ['own', '0', '日本(にほん) ?', 'Japan\nにほん 日本'],
      ['math', '0', '$x^2_1$ and $y*2$', '$$\\frac{a}{b}$$$E = mc^2$'],
      ['rich', '0', '1.  a*b*\n2.  c_d', '| k | v |\n| --- | --- |\n| 1 | `a*b` |'],
      ['media', '0', 'Where?', 'Here'],
      ['picture', '0', 'What does it look like?', '[Image]'],
    ]);
    expect(points[0]).toEqual({
      noteId: 'basic~1',
      noteCard: '0',
      modifiedAt: expect.any(Number) as number,
      deck: 'Default',
      tags: ['land', 'europe::west'],
      question: 'Capital of **France**?',
      text: 'Paris & its Seine',
      context: '',
      images: [],
      isSuspended: true,
      schedule: {
        state: 'review',
        dueAt: Date.parse('2026-06-30T02:00:00Z'),
        stability: 33.5,
        difficulty: 5.25,
        intervalDays: 30,
        ease: 2.5,
        reviews: 3,
        lapses: 9,
        lastReviewAt: MS + 3_000,
        desiredRetention: 0.9,
      },
      reviews: [
        { at: MS, rating: 3, durationMs: 5_000, kind: 'learning' },
        { at: MS + 3_000, rating: 4, durationMs: 7_000, kind: 'review' },
      ],
    });
    expect(points[1]).toMatchObject({ deck: 'Sprachen::Jäpanisch', schedule: { stability: 10 } });
    expect(points[5]).toMatchObject({ deck: 'Sprachen::Jäpanisch', schedule: null });
    expect(points.slice(-2).map((point) => point.images)).toEqual([
      [
        { side: 'question', key: 'a b.png' },
        { side: 'answer', key: 'm&n.webp' },
      ],
      [{ side: 'answer', key: 'a%20b.png' }],
    ]);
    expect(images).toEqual([
      { key: 'a b.png', bytes: PNG },
      { key: 'm&n.webp', bytes: WEBP },
      { key: 'a%20b.png', bytes: PNG },
    ]);
    expect(left).toEqual([
      {
        line: 10,
        text: expect.stringContaining('Bern') as string,
        message: 'Its deletion is not in the text any more.',
      },
      { line: 14, text: 'Where? [sound:x.mp3]', message: 'Without a sound.' },
      { line: 14, text: 'Where? [sound:x.mp3]', message: 'Without an image from the web.' },
      { line: 14, text: 'Where? [sound:x.mp3]', message: 'Without an SVG image.' },
      { line: 16, text: '', message: 'Its note is missing.' },
    ]);
  },
);

test.each([11, 18] as const)(
  'a bare collection of schema %i is read, even if it was copied while open',
  async (schema) => {
    const bytes = ankiDatabase(basicCollection([['a question', 'an answer']]), schema);
    bytes.set([2, 2], 18);
    const { points } = await readWhole(bytes);
    expect(points).toMatchObject([{ question: 'a question', text: 'an answer' }]);
  },
);

test('a point keeps its words if an image inside the text is left out', async () => {
  const image = `<img src="data:image/png;base64,${'aB+/'.repeat(100_000)}==">`;
  const bytes = ankiPackage(basicCollection([[`Where?${image}`, `Here${image}`]]), { form: 'anki2' });
  const { points, left } = await readWhole(bytes);
  expect(points).toMatchObject([{ question: 'Where?', text: 'Here', images: [] }]);
  expect(left).toMatchObject([{ line: 1, message: 'Without an image inside the text.' }]);
});

test('points arrive in batches, each only after the previous one was accepted, and a preview omits images', async () => {
  const pairs = Array.from(
    { length: 600 },
    (_, index) => [`question ${index} <img src="a.png">`, `answer ${index}`] as const,
  );
  const bytes = ankiPackage(basicCollection(pairs), { form: 'anki21b', media: { 'a.png': PNG } });
  let taken = 0;
  const { batches, images } = await readWhole(bytes, {
    withImages: false,
    onBatch: async () => {
      const before = taken;
      await Promise.resolve();
      expect(taken).toBe(before);
      taken += 1;
    },
  });
  expect(batches).toEqual([250, 250, 100]);
  expect(images).toEqual([]);
});

test('an error while a batch is accepted, and an abort, end the reading', async () => {
  const pairs = Array.from({ length: 600 }, (_, index) => [`question ${index}`, `answer ${index}`] as const);
  const bytes = ankiPackage(basicCollection(pairs), { form: 'anki2' });
  await expect(readWhole(bytes, { onBatch: () => Promise.reject(new Error('The disk is full.')) })).rejects.toThrow(
    'The disk is full.',
  );
  const aborting = new AbortController();
  const aborted = readWhole(bytes, {
    signal: aborting.signal,
    onBatch: async () => aborting.abort(new Error('The person left.')),
  });
  await expect(aborted).rejects.toThrow('The person left.');
});

test('a reading that uses too much memory is stopped, and reports a remedy', async () => {
  const small = createPackageReader({ now: Date.now, temporary: tmpdir(), limits: { maxResidentMb: 1 } });
  const reading = small(ankiPackage(basicCollection([['a question', 'an answer']]), { form: 'anki2' }), {
    signal: new AbortController().signal,
    cut: { timeZone: 'UTC', dayStartsAt: 0 },
    withImages: false,
    onHead: () => {},
    // Keeps the process alive until the watch has checked it.
    onBatch: () => new Promise(() => {}),
  });
  await expect(reading).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/too much memory.* one deck at a time/u) as string,
  });
});
