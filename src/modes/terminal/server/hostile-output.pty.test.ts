import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { shownBy } from '../../../../fixtures/terminal/compare-screens.ts';
import { openWindow, type TerminalWindow } from '../../../../fixtures/terminal/terminal-window.ts';

/** The long tests show 100. */
const FLOOD_MB = Number(process.env['WARREN_FLOOD_MB'] ?? 10);

interface Shown {
  readonly title: string;
  readonly lines: readonly string[];
}

const warren = childServerOfFile();

async function start(command: (folder: string) => readonly string[]) {
  const { home, server } = warren;
  const call = apiOf(server);
  const folder = temporaryFolder();
  const wanted = { folder, program: { kind: 'command', command: command(folder) } };
  const { session } = await call<{ session: string }>('POST', '/api/terminals', wanted);
  return {
    home,
    session,
    window: await openWindow(server, session),
    another: () => openWindow(server, session),
    screen: () => call<Shown>('GET', `/api/sessions/${session}/screen`),
  };
}

const shell = (script: string) => () => ['/bin/sh', '-c', script];

/** A terminal that shows bytes as they are, and then waits for a line. */
function showing(bytes: Uint8Array) {
  return start((folder) => {
    const file = path.join(folder, 'bytes');
    writeFileSync(file, bytes);
    return ['/bin/sh', '-c', `stty -opost; cat ${file}; read line; printf '%s' "$line"; read line`];
  });
}

/** Two windows show the same cells at the same place, also after more. */
async function expectEqual(one: TerminalWindow, other: TerminalWindow) {
  await expect.poll(() => other.screen.offset).toBe(one.screen.offset);
  await Promise.all([one.screen.settled(), other.screen.settled()]);
  expect(shownBy(other.screen.emulator)).toEqual(shownBy(one.screen.emulator));
}

test(`${FLOOD_MB} MB without a line break are shown, and recorded`, async () => {
  const { window, another, home, session } = await start(
    shell(`head -c ${FLOOD_MB * 1_000_000} /dev/zero | tr '\\0' x; printf END; cat`),
  );
  // A window's emulator, here in the test, reads a few MB a second on a busy machine.
  await expect.poll(() => window.screen.text, { timeout: 60_000 + FLOOD_MB * 2_000 }).toMatch('END');
  await expectEqual(window, await another());
  const file = path.join(home, 'recordings', `${session}.cast`);
  await expect.poll(() => readFileSync(file).subarray(-1_000).toString()).toContain('END');
  expect(statSync(file).size).toBeGreaterThan(FLOOD_MB * 1_000_000);
  window.type('it goes on\r');
  await window.shows(/it goes on\s+it goes on/u);
});

test.each([
  ['invalid UTF-8', [0x61, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf5, 0x62, 0xe2, 0x82, 0x63]],
  ['a character that is cut at the end', [0x61, 0xf0, 0x9f, 0x98]],
  ['an escape sequence that is cut at the end', [0x61, 0x1b, 0x5b, 0x33, 0x38, 0x3b, 0x35]],
  ['a string that is cut at the end', [...Buffer.from('a\u001B]0;never ends')]],
])('%s leaves every screen the same, now and after more', async (_, bytes) => {
  const { window, another } = await showing(Uint8Array.from(bytes));
  await window.shows('a');
  await expect.poll(() => window.screen.offset).toBe(bytes.length);
  const late = await another();
  await expectEqual(window, late);
  window.type('\u0007m more\r');
  await window.shows('more');
  await expectEqual(window, late);
});

test('a hostile title is a text without marks that turn or hide it, and one that is too long is ignored', async () => {
  const html = '<img src=x onerror=alert(1)>';
  const long = 'T'.repeat(1_000_000);
  const title = (text: string) => `\u001B]0;${text}\u0007`;
  const { window, another, screen } = await showing(
    Buffer.from(`${title(`${html}\u202Egnp\u2066.exe`)}${title(long)}shown`),
  );
  await window.shows('shown');
  expect((await screen()).title).toBe(`${html}gnp.exe`);
  await expectEqual(window, await another());
});

test('links of any kind are kept as they are, except one that is too long', async () => {
  const link = (to: string, words: string) => `\u001B]8;;${to}\u001B\\${words}\u001B]8;;\u001B\\ `;
  const hostile = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>',
    `https://x/${'y'.repeat(1_000_000)}`,
  ];
  const { window, another } = await showing(
    Buffer.from(`${hostile.map((to, index) => link(to, `link${index}`)).join('')}end`),
  );
  await window.shows('link3 end');
  await expectEqual(window, await another());
  const kept = JSON.stringify(window.screen.emulator.capture());
  expect(kept).toContain('file:///etc/passwd');
  expect(kept).not.toContain('yyyyyyyy');
});

test('the clipboard is neither told nor written', async () => {
  const asks = '\\033]52;c;?\\007\\033]52;c;aGFja2Vk\\007\\033]52;p;?\\033\\\\\\033[c';
  const { window } = await start(
    shell(`stty raw -echo; printf '${asks}'; dd bs=1 count=7 2>/dev/null | od -An -c; echo done; sleep 1000`),
  );
  // The first output is the answer to the last question.
  await window.shows('done');
  expect(window.screen.text.replaceAll(/\s+/gu, '')).toContain('033[?1;2cdone');
});

test('floods of device and application strings are swallowed, and what follows is shown', async () => {
  const flood = (begin: string) => `printf '${begin}'; head -c 3000000 /dev/zero | tr '\\0' z; printf '\\033\\\\'`;
  const { window, another } = await start(
    shell(
      `${flood('\\033P+q')}; ${flood('\\033_G')}; ${flood('\\033^')}; ${flood('\\033]1337;')}; printf 'after it'; cat`,
    ),
  );
  await window.shows('after it');
  await expectEqual(window, await another());
});
