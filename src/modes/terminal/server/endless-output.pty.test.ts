import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { shownBy } from '../../../../fixtures/terminal/compare-screens.ts';
import { HOSTILE_OUTPUTS } from '../../../../fixtures/terminal/hostile-outputs.ts';
import { shell, terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';

/** The long tests show each output alone, and add links, switches and a title of the sizes found in practice. */
const SHOWS_ALL = process.env['WARREN_HOSTILE_OUTPUTS'] === 'all';
/** In MB; 100 in the long tests. */
const FLOOD_MB = Number(process.env['WARREN_FLOOD_MB'] ?? 10);

const warren = childServerOfFile();
const { open, window } = terminalsOf(() => warren.server);
const start = async (command: readonly string[]) => window(await open(command));

/** Shows an output in a new terminal, terminates unfinished sequences in it, and waits until it has been read. */
async function show(text: string): Promise<void> {
  const file = path.join(temporaryFolder(), 'output');
  writeFileSync(file, text);
  const shown = await start(shell(`cat ${file}; printf '\\030\\033c\\033[0mit is over'; read line`));
  await shown.shows('it is over');
  expect(shown.told).not.toContainEqual({ type: 'paused', isPaused: true });
  shown.type('\r');
  await shown.close();
}

/** Opens a terminal in each thread, which must keep responding. */
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

test('no output of a terminal blocks another one, or a thread from its screens', async () => {
  const echoes = await others();
  await echoes();
  const outputs = HOSTILE_OUTPUTS.map(({ text }) => text);
  const shown = (SHOWS_ALL ? outputs : [outputs.join('\u0018')]).map((text) => () => show(text));
  for (const each of shown) {
    await Promise.all([each(), echoes()]);
    await echoes();
  }
});

test.runIf(SHOWS_ALL)('floods of links, switches of the screen and unfinished texts end', async () => {
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

test(`${FLOOD_MB} MB and floods of strings are shown alike in two windows, and recorded`, async () => {
  const zeros = (bytes: number, to: string) => `head -c ${bytes} /dev/zero | tr '\\0' ${to}`;
  // DCS, APC, PM and OSC. An unfinished sequence follows END, and what is typed completes it.
  const floods = ['\\033P+q', '\\033_G', '\\033^', '\\033]1337;'].map(
    (begin) => `printf '${begin}'; ${zeros(1_000_000, 'z')}; printf '\\033\\\\'; `,
  );
  const session = await open(
    shell(`${zeros(FLOOD_MB * 1_000_000, 'x')}; ${floods.join('')}printf 'END\\033[38;5'; cat`),
  );
  const one = await window(session);
  // A window's emulator, here in the test, reads a few MB per second on a busy machine.
  await expect.poll(() => one.screen.text, { timeout: 60_000 + FLOOD_MB * 2_000 }).toMatch('END');
  expect(one.screen.text).not.toContain('z');
  const other = await window(session);
  const areEqual = async () => {
    await expect.poll(() => other.screen.offset).toBe(one.screen.offset);
    await Promise.all([one.screen.settled(), other.screen.settled()]);
    expect(shownBy(other.screen.emulator)).toEqual(shownBy(one.screen.emulator));
  };
  await areEqual();
  const file = path.join(warren.home, 'recordings', `${session}.cast`);
  await expect.poll(() => readFileSync(file).subarray(-1_000).toString()).toContain('END');
  expect(statSync(file).size).toBeGreaterThan(FLOOD_MB * 1_000_000);
  one.type(';196m it goes on\r');
  await one.shows(/END it goes on\s+;196m it goes on/u);
  await areEqual();
});
