import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';

const LINES = Array.from({ length: 300 }, (_, index) => `line ${index + 1} ${'äöü漢字🙂'.slice(index % 5)}`).join('\n');
/** Colours, places, scrolling and characters at random, from a generator of bytes. */
const NOISE = `awk 'BEGIN { srand(7); for (i = 0; i < 20000; i++) printf "\\033[%d;%dH\\033[%dm%c%s", 1 + rand() * 36, 1 + rand() * 120, 30 + rand() * 18, 33 + rand() * 90, (i % 50 ? "" : "\\033D\\n") }'`;

const warren = childServerOfFile();

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
  const { server } = warren;
  const call = apiOf(server);
  const wanted = { folder, program: { kind: 'command', command } };
  const { session } = await call<{ session: string }>('POST', '/api/terminals', wanted);
  const first = await openWindow(server, session);
  for (const { keys, shows } of steps) {
    await expect.poll(() => first.screen.offset).toBeGreaterThan(0);
    first.type(keys);
    await first.shows(shows);
  }
  const late = await openWindow(server, session);
  // A window that was there from the first byte, and one that got the server's screen. `top` paints again meanwhile.
  await expect
    .poll(async () => {
      await Promise.all([first.screen.settled(), late.screen.settled()]);
      const [one, other] = [first, late].map(({ screen }) => ({ at: screen.offset, ...screen.emulator.capture() }));
      return isDeepStrictEqual(one, other);
    })
    .toBe(true);
});
