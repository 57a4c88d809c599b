import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DetectorMessage } from '../detection.ts';
import { tellingSentences } from '../findings/telling-sentences.ts';
import { curiousTurn } from '../model-explorer/curious-turn.ts';
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
}));

/** What it says to each message in turn; the first answers the turn of curiosity. */
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

test('it opens with what speaks of the topic and what that shares a word with, cites both, and says what it draws from', () => {
  expect(talk('Adenosine')[0]?.split('\n\n')).toEqual([
    'Adenosine builds up in the brain while we are awake (“Caffeine and sleep”).',
    'It meets something else at “adenosine”. Caffeine blocks adenosine receptors (“Caffeine and sleep”).',
    'I have only “Caffeine and sleep” to draw from: with a language model I could tell you more.',
    'What about it interests you most?',
  ]);
});

test('what nothing speaks of is said to be so, plainly', () => {
  expect(talk('Penguins')[0]?.split('\n\n')).toEqual([
    'Nothing in “Caffeine and sleep” speaks of “Penguins”.',
    'I have only “Caffeine and sleep” to draw from: with a language model I could tell you more.',
    'What about it interests you most?',
  ]);
});

test('it answers the last message: from what speaks of it, else from what is left on the topic, and says which', () => {
  const [, herders, penguins] = talk('Adenosine', ['Who are the herders?', 'And penguins?']);
  expect(herders).toContain('Goats in Ethiopia');
  expect(herders).not.toContain('draw from');
  expect(penguins).toMatch(/^(?:Nothing|I find nothing|There is nothing)/);
  expect(penguins).not.toMatch(/Goats|Adenosine builds/);
});

test('a word that is shared by chance brings nothing up', () => {
  expect(talk('Coffee houses and newspapers of London')[0]).toMatch(/^Nothing in “Caffeine and sleep” speaks of/);
});

test('what comes near is not passed off as an answer', () => {
  expect(talk('Goats, coffee and newspapers of London')[0]).toMatch(
    /^I find nothing on exactly that; .*Goats in Ethiopia/,
  );
});

test('“more” goes on with the topic until there is no more, and then says so', () => {
  const [, more, again] = talk('Adenosine', ['tell me more', 'more']);
  for (const reply of [more, again]) expect(reply).toMatch(/^(?:I have said what|There is no more)/);
});

test('nothing is said twice, and the words around it change', () => {
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

test('a passage is one paragraph without the marks of a list, and keeps its own marks', () => {
  expect(talk('decaf')[0]).toContain('Is decaf free of it? Hardly! (“Caffeine and sleep”).');
  expect(talk('decaf')[0]).not.toMatch(/^\s*[-*]/m);
  const long = [{ id: 'l', text: `Decaf is old. ${'It goes on and on. '.repeat(90)}`, source: 'S' }];
  expect(talk('decaf', [], long)[0]?.length).toBeLessThan(900);
});

test('of all that it says only the passages are worth keeping', () => {
  const said = ['the half-life of caffeine?', 'penguins', 'herders', 'more', 'coffee and newspapers', 'more', 'bush'];
  const history = talk('Caffeine', said).map((content) => ({ author: 'assistant' as const, content }));
  const points = tellingSentences(history).map(({ text }) => text);
  expect(points.length).toBeGreaterThan(1);
  expect(points.filter((point) => !TEXTS.includes(point) && !TEXTS.includes(point.replace(/\.$/, '')))).toEqual([]);
});

test('it never asks what the person knows', () => {
  const replies = talk('Adenosine', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect(replies.join(' ')).not.toMatch(/remember|do you know|can you|what is|which/i);
});

test('an empty set, an endless topic and marks of any kind are answered', () => {
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
  }));
  expect(talk('sleeping quokkas', [], many)[0]).toMatch(/^Bees of kind 700 sleep beside quokkas/);
});
