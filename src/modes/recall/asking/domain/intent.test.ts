import { expect, test } from 'vitest';

import { intentOf } from './intent.ts';
import type { Intent } from './rung.ts';

const table: readonly (readonly [Intent, readonly string[]])[] = [
  [
    'gives-up',
    [
      "I don't know",
      'I don’t know.',
      'no idea',
      'No clue.',
      'I have no clue',
      'no clue mate',
      'não sei',
      'не знаю',
      'not a clue',
      'IDK',
      "I don't remember anything",
      'Not sure…',
      '?',
      '???',
      "Sorry, I can't remember",
      'I have no idea what caffeine does',
      'I forgot',
      'No',
      'nein',
      'I don’t have a clue',
      'ich hab keinen Plan',
      'hab ich vergessen',
      'sagt mir nichts',
      "That's all I know",
      'das wars',
      'c’est tout',
      'no idea, just ask me',
      'frag mich was',
      'Ich weiß es nicht',
      'keine Ahnung',
      'je ne sais pas',
      "j'ai oublié",
      'no lo sé',
      'ni idea',
      'non lo so',
      'わかりません',
      '分からない',
      'ごめん、忘れた',
      'すみません、覚えていません',
      '思い出せない…',
      '不知道',
    ],
  ],
  [
    'skips',
    [
      'skip',
      'pass',
      'Skip this one, please.',
      'next',
      'next please',
      'ok, next question',
      'can we skip it?',
      'weiter',
      'Weiter, bitte!',
      'nächste Frage',
      'überspringen',
      'mach weiter',
      'jump to the next one',
      'überspring das',
      'kommen wir zum nächsten',
      'not this one',
      '次',
      'スキップ',
    ],
  ],
  [
    'asks-hint',
    [
      'hint',
      'Give me a hint!',
      'can I have a clue?',
      'a hint please',
      "I don't know, give me a hint",
      'Hinweis bitte',
      'un indice',
      'una pista',
      'help',
      'ヒントをください',
    ],
  ],
  [
    'asks-to-be-told',
    [
      'tell me',
      'Show me the point.',
      'zeig mir den Punkt',
      'Just tell me.',
      "what's the answer?",
      'What is the answer',
      'show me',
      "I don't know, just tell me",
      'Sag es mir',
      'dis-moi',
      'montre-moi la réponse',
      'muéstrame la respuesta',
      'dime la respuesta',
      'I give up',
      'ich gebe auf',
      'zeig mir die Lösung',
      'show answer',
      'gib mir bitte die Antwort',
      '答えを教えてください',
      '降参です',
    ],
  ],
  [
    'answers',
    [
      'Caffeine blocks adenosine receptors',
      "I don't know exactly, but it blocks adenosine receptors",
      "I'm not sure if it blocks adenosine",
      'tell me more about rabbits',
      'the next king was Louis XVIII',
      'weiter oben liegt die Aorta',
      'impulses skip from node to node',
      'hmm',
      '',
      '🙂',
      '忘れた傘を取りに戻った',
      '…',
      `I don't know. ${'It goes on and on. '.repeat(40)}`,
    ],
  ],
];

for (const [intent, messages] of table) {
  test.each(messages)(`%j is classified as ${intent}`, (message) => {
    expect(intentOf(message)).toBe(intent);
  });
}

test.each([' ', '#', 'a', '?', '. ', 'no ', 'hint ', '\n'])(
  'a message of only %j is classified in bounded time',
  { timeout: 30_000 },
  (unit) => {
    expect(intentOf(`${unit.repeat((256 * 1024) / unit.length)}x`)).toBe('answers');
    expect(['answers', 'gives-up', 'asks-hint']).toContain(intentOf(unit.repeat(238 / unit.length)));
  },
);
