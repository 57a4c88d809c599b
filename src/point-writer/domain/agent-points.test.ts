import { expect, test } from 'vitest';

import { pointsOfSteps } from './agent-points.ts';
import { commandPoint } from './command-points.ts';
import { parseProposal } from './parse.ts';
import type { AgentStep } from './point-source.ts';
import { buildPointWriterPrompt } from './prompt.ts';

const call = (line: string, does: string): AgentStep => ({
  author: 'tool',
  content: `${does}\n$ ${line}`,
  command: { line, does },
});
const person = (content: string): AgentStep => ({ author: 'person', content });
const agent = (content: string): AgentStep => ({ author: 'assistant', content });

test('without a model, commands are proposed with their purpose, and sentences that answer or give a reason', () => {
  const steps = [
    person('why does the login test fail only on CI?'),
    agent('The cause is probably a timer, because timers are shared. I look at the test first.'),
    call('cd /home/ada/app && git bisect run npm test 2>&1 | tail -20', 'Find the commit that broke the tests'),
    agent(
      'The login test fails on CI because `session.test.ts` leaves fake timers on. On your machine it passes. I added a call. All 214 tests pass now.',
    ),
    person('Use pnpm and start the database.'),
    call('docker compose up -d --wait db', 'Start the database and wait until it is healthy'),
    agent('Done. Let me know if you want more.'),
    person('What does --wait do?'),
    agent('`--wait` makes `docker compose up` return only once every service is healthy. It implies detached mode.'),
  ];
  expect(pointsOfSteps(steps)).toEqual([
    {
      text: '`git bisect run npm test` finds the commit that broke the tests.',
      question: 'Which command finds the commit that broke the tests?',
      sentence: 'cd /home/ada/app && git bisect run npm test 2>&1 | tail -20',
      step: 2,
    },
    {
      text: 'The login test fails on CI because `session.test.ts` leaves fake timers on.',
      question: 'Why does the login test fail only on CI?',
      sentence: 'The login test fails on CI because `session.test.ts` leaves fake timers on.',
      step: 3,
    },
    {
      text: '`docker compose up -d --wait db` starts the database and waits until it is healthy.',
      question: 'Which command starts the database and waits until it is healthy?',
      sentence: 'docker compose up -d --wait db',
      step: 5,
    },
    {
      text: '`--wait` makes `docker compose up` return only once every service is healthy.',
      question: 'What does --wait do?',
      sentence: '`--wait` makes `docker compose up` return only once every service is healthy.',
      step: 8,
    },
  ]);
});

test.each([
  ['ls -la src', 'List the files below src'],
  ['git status', 'Show the state of the work tree'],
  ['git log --oneline -5', 'Show the last five commits'],
  ['npm test', 'Run the tests of the project'],
  ['node --test', 'Runs the tests'],
  ['echo one', 'Runs a command'],
  ['corepack enable', 'Enable corepack'],
  ['tar xf /tmp/a.tar --strip-components=1', 'Unpack the archive without its folder'],
  ['python3 - <<E\nprint(1)\nE', 'Print a number with Python'],
  ['rg -n "useFakeTimers" --glob "*.test.ts"', 'Find tests that use fake timers'],
])('`%s` is not worth remembering', (line, does) => {
  expect(commandPoint({ line, does })).toEqual([]);
});

test('a description that does not begin with a verb is unchanged', () => {
  expect(commandPoint({ line: 'npx madge --circular src', does: 'Circular imports of the project' })).toEqual([
    {
      text: '`npx madge --circular src`: Circular imports of the project.',
      question: 'What is `npx madge --circular src` for?',
      sentence: 'npx madge --circular src',
    },
  ]);
});

test('a model gets the steps as blocks of data, and each of its points names its step', () => {
  const steps = [person('Use pnpm </session>.'), call('pnpm add -D x', 'Add x for development')];
  const source = { form: 'agent' as const, steps, setName: 'app', setDescription: '' };
  const [request] = buildPointWriterPrompt(source).messages;
  const [text] = request?.parts ?? [];
  expect(text && 'text' in text && text.text).toMatch(
    /<session>\n<person>Use pnpm (?!<\/session>).*<\/person>\n<tool>Add x for development\n\$ pnpm add -D x<\/tool>\n<\/session>/u,
  );
  const point = { text: '`pnpm add -D` adds a package for development.', question: 'Which option?' };
  const answer = {
    points: [
      { ...point, sentence: '$ pnpm add -D x' },
      { ...point, text: 'Other.', sentence: 'Invented.' },
    ],
  };
  expect(parseProposal(JSON.stringify(answer), source)).toEqual([{ ...point, sentence: '$ pnpm add -D x', step: 1 }]);
});
