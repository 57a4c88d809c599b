import fc from 'fast-check';
import { expect, test } from 'vitest';

import { tellingSentences } from '#point-writer/domain/telling-sentences.ts';

import type { DetectorMessage } from '../detection.ts';
import { curiousTurn } from '../rabbithole-mode.ts';
import type { SourcePassage } from '../surroundings.ts';
import { composeExploration } from './compose.ts';
import { foundIn } from './own-words.ts';
import { indexPassages } from './passage-index.ts';

const TEXTS = [
  'Adenosine builds up in the brain while we are awake.',
  'Caffeine blocks adenosine receptors.',
  'The half-life of caffeine is about five hours.',
  'Goats in Ethiopia are said to have shown the herders what the coffee bush does',
  '- Is decaf free of it?\n- Hardly!',
];
const passages: readonly SourcePassage[] = TEXTS.map((text, index) => ({
  id: String(index),
  text,
  source: 'Caffeine and sleep',
  isOpen: false,
}));

/** Its reply to each message in turn; the first answers the opening turn. */
function talk(topic: string, said: readonly string[] = [], from = passages): readonly string[] {
  const surroundings = { topic, setName: 'Caffeine and sleep', setDescription: '' };
  const index = indexPassages(from);
  const history: DetectorMessage[] = [];
  return [curiousTurn(topic), ...said].map((content) => {
    history.push({ author: 'person', content });
    const reply = composeExploration({ surroundings, index, history });
    history.push({ author: 'assistant', content: reply });
    return reply;
  });
}

const ONLY = 'I quote word for word from “Caffeine and sleep”.';
const CANNOT_TELL = 'I can’t tell from these words.';

test('it opens with passages on the topic, cites them, and says where they come from', () => {
  expect(talk('Adenosine')[0]?.split('\n\n')).toEqual([
    'Adenosine builds up in the brain while we are awake (“Caffeine and sleep”).',
    'Caffeine blocks adenosine receptors (“Caffeine and sleep”).',
    ONLY,
  ]);
});

test('only its findings are stored of a conversation, without its phrases', () => {
  const said = ['And penguins?', 'Thank you', 'What does caffeine block?', 'Danke'];
  const replies = talk('Adenosine', said);
  const conversation = replies.flatMap((content, turn) => [
    ...(turn === 0 ? [] : [{ author: 'person' as const, content: said[turn - 1] ?? '' }]),
    { author: 'assistant' as const, content },
  ]);
  const kept = foundIn(conversation);
  const found = kept.filter(({ author }) => author === 'assistant').flatMap(({ content }) => content.split('\n\n'));
  expect(found.slice(0, 2)).toEqual(replies[0]?.split('\n\n').slice(0, 2));
  for (const paragraph of found) expect(paragraph).toMatch(/\(“Caffeine and sleep”\)\.$/u);
  expect(kept.filter(({ author }) => author === 'person').map(({ content }) => content)).toEqual(said);
  expect(foundIn([{ author: 'assistant', content: 'It blocks adenosine.\n\nAsk away.' }])).toHaveLength(1);
});

test('if no passage has the words, it says only that it cannot tell', () => {
  expect(talk('Penguins')[0]?.split('\n\n')).toEqual([CANNOT_TELL, ONLY]);
  expect(talk('Coffee houses and newspapers of London')[0]).toBe(`${CANNOT_TELL}\n\n${ONLY}`);
  const [, penguins] = talk('Adenosine', ['And penguins?']);
  expect(penguins).toBe(CANNOT_TELL);
});

test('it answers the last message, and does not present near matches as an answer', () => {
  const [, herders] = talk('Penguins', ['Who are the herders?']);
  const [near] = talk('Goats, coffee and newspapers of London');
  expect(herders).toMatch(/^Goats in Ethiopia/);
  expect(near).toMatch(/^I can’t tell from these words\.\n\nGoats in Ethiopia/);
});

test('“more” continues the topic until all is quoted, and then says so', () => {
  const [, more] = talk('Adenosine', ['tell me more']);
  expect(more).toBe('What I found on it is quoted above.');
});

test.each<[topic: string, said: readonly string[], own: RegExp]>([
  ['Hüte', ['Warum trugen die Männer Perücken?', 'Und was ist mit Pinguinen?', 'Danke!'], /^Diesen Worten|^Gern\./],
  ['Hats', ['Why did men wear wigs?', 'And what about penguins?', 'Thanks!'], /^I can’t tell|^You’re/],
])('it uses the language of the person: %s', (topic, said, own) => {
  const texts = [
    'Männer trugen Perücken, weil die Haare dünner wurden.',
    'Men wore wigs because their hair got thinner.',
  ];
  const from = texts.map((text, index) => ({ id: `${index}`, text, source: 'Wigs', isOpen: false }));
  const [, quoted, penguins, thanks] = talk(topic, said, from);
  expect(quoted).toContain(`(“Wigs”).`);
  for (const reply of [penguins, thanks]) expect(reply).toMatch(own);
});

test('in other languages it only quotes', () => {
  const french = 'Les hommes portaient des perruques parce que leurs cheveux devenaient rares';
  const from = [{ id: 'f', text: `${french}.`, source: 'Louis', isOpen: false }];
  expect(talk('perruques', [], from)).toEqual([`${french} (“Louis”).`]);
  const japanese = [{ id: 'j', text: 'カフェインはアデノシン受容体を塞ぐ。', source: '睡眠', isOpen: false }];
  expect(talk('アデノシン受容体', [], japanese)).toEqual(['カフェインはアデノシン受容体を塞ぐ (“睡眠”).']);
});

test('it answers in the language of the last message, or of earlier ones if that has none', () => {
  const from = ['Wespen fangen im Sommer Fliegen für ihre Larven.', 'Im Winter schläft allein die Königin.'].map(
    (text, index) => ({ id: String(index), text, source: 'Wespen', isOpen: false }),
  );
  const german = 'Diesen Worten kann ich es nicht entnehmen.';
  const said = [
    'Why do they sting?',
    'Qu’est-ce que les pingouins mangent ?',
    'Und was ist mit den Hornissen?',
    'Pinguine?',
    'And what is honey?',
    'Bernstein?',
  ];
  const replies = talk('Wespen im Sommer', said, from);
  expect(replies[0]).toContain('Ich zitiere wörtlich aus „Caffeine and sleep“ und deiner Bibliothek');
  expect(replies.slice(1)).toEqual([CANNOT_TELL, CANNOT_TELL, german, german, CANNOT_TELL, CANNOT_TELL]);
});

test('no passage is repeated', () => {
  const replies = talk('Caffeine', [
    'the half-life of caffeine?',
    'the half-life again',
    'tell me of receptors',
    'more',
  ]);
  for (const text of TEXTS.slice(0, 4)) {
    const times = replies.filter((reply) => reply.includes(text.replace(/\.$/, ''))).length;
    expect(times).toBeLessThanOrEqual(1);
  }
});

test('a passage is one paragraph without list marks, and keeps its punctuation', () => {
  expect(talk('decaf')[0]).toContain('Is decaf free of it? Hardly! (“Caffeine and sleep”).');
  expect(talk('decaf')[0]).not.toMatch(/^\s*[-*]/m);
  const long = [{ id: 'l', text: `Decaf is old. ${'It goes on and on. '.repeat(90)}`, source: 'S', isOpen: false }];
  expect(talk('decaf', [], long)[0]?.length).toBeLessThan(900);
});

test('only the passages in its replies count as findings', () => {
  const said = ['the half-life of caffeine?', 'penguins', 'herders', 'more', 'coffee and newspapers', 'more', 'bush'];
  const history = talk('Caffeine', said).map((content) => ({ author: 'assistant' as const, content }));
  const points = tellingSentences({
    form: 'conversation',
    messages: history,
    topic: 'Caffeine',
    setName: 'Sleep',
    setDescription: '',
  }).map(({ text }) => text);
  expect(points.length).toBeGreaterThan(1);
  expect(points.filter((point) => !TEXTS.includes(point) && !TEXTS.includes(point.replace(/\.$/, '')))).toEqual([]);
});

test('a passage that is still to be recalled is told only in answer to a direct question', () => {
  const open = passages.map((passage) => ({ ...passage, isOpen: passage.id !== '0' }));
  const [opening, remark, question] = talk(
    'Adenosine',
    ['caffeine and its half-life, hm', 'What is the half-life of caffeine?'],
    open,
  );
  expect(opening).toContain('Adenosine builds up');
  for (const reply of [opening, remark]) expect(reply).not.toMatch(/blocks adenosine|about five hours/);
  expect(question).toContain('The half-life of caffeine is about five hours');
});

test('thanks and an acknowledgement get a short human reply, without a passage', () => {
  const manyNods = `${'aha, hmmhm '.repeat(100)}ok`;
  const [, thanks, ...nods] = talk('Adenosine', ['Thanks!', 'ok', 'cool, got it', 'ah aha hmm, mhm', manyNods]);
  expect(thanks).toMatch(/^You’re welcome\./);
  for (const reply of [thanks, ...nods]) expect(reply).not.toMatch(/Caffeine and sleep|tell/);
});

test('a long run of acknowledgements before other words is classified at once', () => {
  const [, reply] = talk('Adenosine', [`${'aha '.repeat(60)}goats`]);
  expect(reply).not.toBe('');
});

test('an empty set, an extremely long topic and any punctuation are answered', () => {
  expect(talk('Adenosine', ['more'], [])[0]).toContain(CANNOT_TELL);
  expect(talk('x'.repeat(9_000))[0]?.length).toBeLessThan(400);
  fc.assert(
    fc.property(fc.string(), fc.string(), (topic, said) => {
      for (const reply of talk(topic, [said])) expect(reply).toMatch(/\S/u);
    }),
  );
});

test('a thousand passages are searched, and the rarest word counts most', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    id: String(index),
    text: `Bees of kind ${index} sleep${index === 700 ? ' beside quokkas' : ''}.`,
    source: 'Bees',
    isOpen: false,
  }));
  expect(talk('sleeping quokkas', [], many)[0]).toMatch(/^Bees of kind 700 sleep beside quokkas/);
});
