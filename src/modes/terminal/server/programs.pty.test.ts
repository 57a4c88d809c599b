import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import { folderOfFile, temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';

const LINES = Array.from({ length: 300 }, (_, index) => `line ${index + 1} ${'äöü漢字🙂'.slice(index % 5)}`).join('\n');
/** Random colours, positions, scrolling and characters, from a seeded generator. */
const NOISE = `awk 'BEGIN { srand(7); for (i = 0; i < 20000; i++) printf "\\033[%d;%dH\\033[%dm%c%s", 1 + rand() * 36, 1 + rand() * 120, 30 + rand() * 18, 33 + rand() * 90, (i % 50 ? "" : "\\033D\\n") }'`;

/** An agent of others: names its window, asks for attention on request, and is silent after that. */
const AGENT = `#!/bin/sh
printf '\\033]0;thinking about %s\\007' "$1"
echo started
while read line; do printf '\\033]9;Approve %s\\033\\\\' "$line"; done
`;
const home = folderOfFile();
mkdirSync(path.join(home, '.local', 'bin'), { recursive: true });
writeFileSync(path.join(home, '.local', 'bin', 'codex'), AGENT, { mode: 0o755 });
const warren = childServerOfFile({ HOME: home });
const { call, row, open, window: windowOn } = terminalsOf(() => warren.server);

interface Step {
  readonly keys: string;
  readonly shows: RegExp;
}

test.each<[string, readonly string[], readonly Step[]]>([
  ['bash', ['bash', '--norc', '-i'], [{ keys: 'seq 1 200; echo $((6*7))\r', shows: /\n42\n/u }]],
  [
    'vim',
    ['vim', '-u', 'NONE', '-N', 'lines.txt'],
    [
      { keys: 'G', shows: /line 300/u },
      { keys: 'ggOnew words\u001B', shows: /new words/u },
      { keys: ':set number\r', shows: / 1 new words/u },
    ],
  ],
  [
    'less',
    ['less', 'lines.txt'],
    [
      { keys: 'G', shows: /line 300/u },
      { keys: '?line 12 \r', shows: /line 12 /u },
    ],
  ],
  ['top', ['top', '-d', '1'], [{ keys: '1', shows: /PID/u }]],
  [
    'awk',
    ['/bin/sh', '-c', `${NOISE}; printf '\\033[0m\\033[2;1Hready'; read line; cat`],
    [{ keys: '', shows: /ready/u }],
  ],
])('every window shows what %s shows, cell for cell', async (name, command, steps) => {
  if (spawnSync('which', [name]).status !== 0) {
    process.stderr.write(`${name.toUpperCase()} IS MISSING: terminals are not tested with it.\n`);
    return;
  }
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'lines.txt'), LINES);
  const session = await open(command, { folder });
  const first = await windowOn(session);
  for (const { keys, shows } of steps) {
    await expect.poll(() => first.screen.offset).toBeGreaterThan(0);
    first.type(keys);
    await first.shows(shows);
  }
  const late = await windowOn(session);
  // Compares a window that was open from the first byte with one that got the server's screen. `top` repaints
  // meanwhile.
  await expect
    .poll(async () => {
      await Promise.all([first.screen.settled(), late.screen.settled()]);
      const [one, other] = [first, late].map(({ screen }) => ({ at: screen.offset, ...screen.emulator.capture() }));
      return isDeepStrictEqual(one, other);
    })
    .toBe(true);
});

test('an installed agent of others is offered, and its status comes from its title and its bell', async () => {
  expect(await call('GET', '/api/terminals')).toMatchObject({ agents: ['codex'] });
  const program = (agent: string) => ({ folder: home, program: { kind: 'agent', agent, arguments: ['$HOME; it'] } });
  await expect(open([], program('aider'))).rejects.toThrow(/aider was not found/u);
  const session = await open([], program('codex'));
  const window = await windowOn(session);
  await window.shows(/started/u);
  await expect.poll(() => row(session)).toMatchObject({ status: 'running', line: 'thinking about $HOME; it' });
  window.type('the plan\r');
  await expect
    .poll(() => row(session))
    .toMatchObject({ status: 'rang', detail: 'Approve the plan', line: 'Rang: Approve the plan' });
  window.type('y');
  await expect.poll(() => row(session)).toMatchObject({ status: 'running', detail: null });
});
