import fc from 'fast-check';
import { expect, test } from 'vitest';

import { tellingSentences } from '#point-writer/domain/telling-sentences.ts';

import type { DetectorMessage } from '../detection.ts';
import { curiousTurn } from '../rabbithole-mode.ts';
import type { SourcePassage } from '../surroundings.ts';
import { composeExploration } from './compose.ts';
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

test('it opens with a passage on the topic and a linked one, cites both, and says where they come from', () => {
  expect(talk('Adenosine')[0]?.split('\n\n')).toEqual([
    'Adenosine builds up in the brain while we are awake (“Caffeine and sleep”).',
    'It meets something else at “adenosine”. Caffeine blocks adenosine receptors (“Caffeine and sleep”).',
    'I have only “Caffeine and sleep” to draw from: with a language model I could tell you more.',
    'What about it interests you most?',
  ]);
});

test('it says plainly if no passage is relevant', () => {
  expect(talk('Penguins')[0]?.split('\n\n')).toEqual([
    'Nothing in “Caffeine and sleep” speaks of “Penguins”.',
    'I have only “Caffeine and sleep” to draw from: with a language model I could tell you more.',
    'What about it interests you most?',
  ]);
});

test('it answers the last message from relevant passages, else from other passages on the topic, and says which', () => {
  const [, herders, penguins] = talk('Adenosine', ['Who are the herders?', 'And penguins?']);
  expect(herders).toContain('Goats in Ethiopia');
  expect(herders).not.toContain('draw from');
  expect(penguins).toMatch(/^(?:Nothing|I find nothing|There is nothing)/);
  expect(penguins).not.toMatch(/Goats|Adenosine builds/);
});

test('a word shared by chance retrieves nothing', () => {
  expect(talk('Coffee houses and newspapers of London')[0]).toMatch(/^Nothing in “Caffeine and sleep” speaks of/);
});

test('a near match is not presented as an answer', () => {
  expect(talk('Goats, coffee and newspapers of London')[0]).toMatch(
    /^I find nothing on exactly that; .*Goats in Ethiopia/,
  );
});

test('“more” continues the topic until nothing is left, and then says so', () => {
  const [, more, again] = talk('Adenosine', ['tell me more', 'more']);
  for (const reply of [more, again]) expect(reply).toMatch(/^(?:I have said what|There is no more)/);
});

test('no passage is repeated, and the surrounding words vary', () => {
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
  for (const [index, reply] of replies.slice(1).entries()) expect(reply).not.toBe(replies[index]);
});

test('a passage is one paragraph without list marks, and keeps its punctuation', () => {
  expect(talk('decaf')[0]).toContain('Is decaf free of it? Hardly! (“Caffeine and sleep”).');
  expect(talk('decaf')[0]).not.toMatch(/^\s*[-*]/m);
  const long = [{ id: 'l', text: `Decaf is old. ${'It goes on and on. '.repeat(90)}`, source: 'S', isOpen: false }];
  expect(talk('decaf', [], long)[0]?.length).toBeLessThan(900);
});

test('only the passages in its replies are worth keeping', () => {
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

test('thanks and a nod are answered like a person would, without a passage', () => {
  const manyNods = `${'aha, hmmhm '.repeat(100)}ok`;
  const [, thanks, ...nods] = talk('Adenosine', ['Thanks!', 'ok', 'cool, got it', 'ah aha hmm, mhm', manyNods]);
  expect(thanks).toMatch(/^You’re welcome\./);
  for (const reply of [thanks, ...nods]) expect(reply).not.toMatch(/Caffeine and sleep|Nothing/);
});

test('what is not a nod at its end is told from one at once', () => {
  const [, reply] = talk('Adenosine', [`${'aha '.repeat(60)}goats`]);
  expect(reply).not.toBe('');
});

test('no sentence is said twice in a long conversation', () => {
  const said = [
    'half-life',
    'thanks',
    'ok',
    'tea?',
    'goats',
    'more',
    'milk',
    'ok',
    'decaf',
    'thanks',
    'bees',
    'oil',
    'ok',
  ];
  const sentences = talk('Adenosine', said).flatMap((reply) => reply.split(/(?<=[.?!])\s+/));
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
});

test('it never asks what the person knows', () => {
  const replies = talk('Adenosine', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect(replies.join(' ')).not.toMatch(/remember|do you know|can you|what is|which/i);
});

test('an empty set, an extremely long topic and any punctuation are answered', () => {
  expect(talk('Adenosine', ['more'], [])[0]).toContain('Nothing in “Caffeine and sleep” speaks of “Adenosine”.');
  expect(talk('x'.repeat(9_000))[0]?.length).toBeLessThan(400);
  fc.assert(
    fc.property(fc.string(), fc.string(), (topic, said) => {
      for (const reply of talk(topic, [said])) expect(reply).toMatch(/\?$/);
    }),
  );
});

test('a thousand passages are searched, and the rarest word decides', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    id: String(index),
    text: `Bees of kind ${index} sleep${index === 700 ? ' beside quokkas' : ''}.`,
    source: 'Bees',
    isOpen: false,
  }));
  expect(talk('sleeping quokkas', [], many)[0]).toMatch(/^Bees of kind 700 sleep beside quokkas/);
});
