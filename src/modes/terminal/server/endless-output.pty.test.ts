import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { HOSTILE_OUTPUTS } from '../../../../fixtures/terminal/hostile-outputs.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';

/** The long tests show each by itself, and links, switches and a title of the sizes that were found. */
const SHOWS_ALL = process.env['WARREN_HOSTILE_OUTPUTS'] === 'all';

const warren = childServerOfFile();

async function start(command: readonly string[]) {
  const call = apiOf(warren.server);
  const program = { kind: 'command', command };
  const { session } = await call<{ session: string }>('POST', '/api/terminals', { folder: '/', program });
  return openWindow(warren.server, session);
}

/** Shows an output in a terminal of its own, ends what is unfinished in it, and waits until that is read. */
async function show(text: string): Promise<void> {
  const file = path.join(temporaryFolder(), 'output');
  writeFileSync(file, text);
  const window = await start(['/bin/sh', '-c', `cat ${file}; printf '\\030\\033c\\033[0mit is over'; read line`]);
  await window.shows('it is over');
  expect(window.told).not.toContainEqual({ type: 'paused', isPaused: true });
  window.type('\r');
  await window.close();
}

/** Terminals beside it, in each thread. */
async function others() {
  const all = [await start(['/bin/cat']), await start(['/bin/cat'])];
  let said = 0;
  return async () => {
    said += 1;
    for (const each of all) {
      each.type(`said ${said}.\r`);
      await each.shows(`said ${said}.`);
    }
  };
}

test('no output of any terminal keeps another one from its work, or a thread from its screens', async () => {
  const echoes = await others();
  await echoes();
  const outputs = HOSTILE_OUTPUTS.map(({ text }) => text);
  const shown = (SHOWS_ALL ? outputs : [outputs.join('\u0018')]).map((text) => () => show(text));
  for (const each of shown) {
    await Promise.all([each(), echoes()]);
    await echoes();
  }
});

test.runIf(SHOWS_ALL)('floods of links, switches of the screen and unfinished texts are over at last', async () => {
  const echoes = await others();
  for (const text of [
    Array.from({ length: 300_000 }, (_, at) => `\u001B]8;;https://example.org/${at}\u001B\\x`).join(''),
    '\u001B[?1049hx\u001B[?1049l'.repeat(100_000),
    `\u001B]0;${'t'.repeat(20_000_000)}`,
    '\u001B[36L'.repeat(20_000),
  ]) {
    await Promise.all([show(text), echoes()]);
    await echoes();
  }
});
