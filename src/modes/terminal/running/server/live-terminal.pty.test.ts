import path from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { hostOfFile } from '../../../../../fixtures/terminal/host-of-file.ts';
import { ViewerScreen } from '../../../../../fixtures/terminal/viewer-screen.ts';
import type { TerminalDown } from '../../protocol.ts';
import { decodeDownFrame } from '../../screen/domain/frames.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { Screens } from '../../screen/server/screens.ts';
import { LiveTerminal, type ViewerHandle } from './live-terminal.ts';
import type { Pty, PtyExit } from './pty.ts';

const open = hostOfFile();
const screens = new Screens();
afterAll(() => screens.close());
const FAULTY = path.resolve(import.meta.dirname, '../../../../../fixtures/terminal/faulty-screen-worker.ts');
const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm-256color', LC_CTYPE: 'C.UTF-8', PS1: '$ ', HOME: '/' };

interface Options {
  readonly own?: Screens;
  readonly wrap?: (pty: Pty) => Pty;
  readonly onChanged?: (text: ScreenText) => void;
  readonly onStuck?: () => void;
}

async function start(
  script: string,
  size = { cols: 80, rows: 24 },
  { own = screens, wrap = (pty) => pty, onChanged = () => {}, onStuck = () => {} }: Options = {},
) {
  const { promise: exit, resolve } = Promise.withResolvers<PtyExit>();
  const terminal = new LiveTerminal({
    pty: wrap(await open({ file: '/bin/sh', args: ['-c', script], cwd: '/', env: ENV, size })),
    screens: own,
    onExit: resolve,
    onChanged,
    onStuck,
  });
  onTestFinished(async () => {
    if (terminal.isRunning) process.kill(terminal.pid, 'SIGKILL');
    await exit;
    terminal.close();
  });
  return { terminal, exit };
}

/** Opens a viewer that confirms the frames it handled, unless `confirms` is false. */
function look(terminal: LiveTerminal, { confirms = true } = {}) {
  const screen = new ViewerScreen();
  const told: TerminalDown[] = [];
  let sent = 0;
  const handle: ViewerHandle = terminal.view({
    bufferedAmount: 0,
    sendBytes(frame) {
      sent += frame.length;
      screen.take(frame);
      if (confirms) void screen.settled().then(() => handle.confirm(screen.handled));
    },
    sendText: (text) => told.push(JSON.parse(text) as TerminalDown),
  });
  return { screen, handle, told, sent: () => sent };
}

const watched = (terminal: LiveTerminal) => ({ terminal, viewer: look(terminal) });
const shownBy = (screen: ViewerScreen) => screen.emulator.capture();

test('a window shows the output so far, and then new output', async () => {
  const { terminal } = await start('printf "before\\n"; read line; printf "got %s\\n" "$line"; read line');
  const first = look(terminal);
  await expect.poll(() => first.screen.text).toContain('before');
  const second = look(terminal);
  second.handle.input(Buffer.from('ünder\r'));
  for (const { screen } of [first, second]) {
    await expect.poll(() => screen.text).toContain('got ünder');
    expect(screen.offset).toBe(terminal.offset);
  }
  expect(shownBy(second.screen)).toEqual(shownBy(first.screen));
});

test('an Escape is passed on alone, before an answer of the terminal, and input keeps its order', async () => {
  const written: string[] = [];
  const { terminal } = await start('exec sleep 1000', undefined, {
    wrap: (pty) => Object.assign(pty, { write: (bytes: Buffer | string) => written.push(String(bytes)) }),
  });
  for (const typed of ['a', '\u001B', '\u001B[I', 'b']) terminal.type(typed);
  expect(written).toEqual(['a', '\u001B']);
  await expect.poll(() => written).toEqual(['a', '\u001B', '\u001B[I', 'b']);
  for (const typed of ['\u001B', 'c', '\u001B[O']) terminal.type(typed);
  expect(written.slice(4)).toEqual(['\u001B', 'c', '\u001B[O']);
});

test('a window has received the bytes of everything that the screen reports', async () => {
  let received = '';
  const ahead: boolean[] = [];
  const { terminal } = await start(
    'stty -echo; read go; for i in 1 2 3 4 5; do echo "word$i"; sleep 0.12; done',
    undefined,
    {
      onChanged: ({ rows }) => {
        const words = rows.filter((row) => row.startsWith('word'));
        if (words.length > 0) ahead.push(words.every((word) => received.includes(word)));
      },
    },
  );
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const handle = terminal.view({
    bufferedAmount: 0,
    sendBytes(frame) {
      const decoded = decodeDownFrame(frame);
      if (decoded.type === 'screen') open();
      else received += Buffer.from(decoded.bytes).toString();
    },
    sendText: () => {},
  });
  await opened;
  handle.input(Buffer.from('\n'));
  await expect.poll(() => ahead.length > 0 && received.includes('word5')).toBe(true);
  expect(ahead).not.toContain(false);
});

test('a program gets the size of the owner’s window, at most once a frame, and a claim moves ownership', async () => {
  const { terminal } = await start('trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done');
  const desk = look(terminal);
  const phone = look(terminal);
  await expect.poll(() => desk.screen.text).toContain('ready');
  desk.handle.size({ cols: 100, rows: 30 }, { isClaim: false });
  await expect.poll(() => desk.screen.text).toContain('30 100');
  phone.handle.size({ cols: 40, rows: 20 }, { isClaim: false });
  expect(terminal.size).toEqual({ cols: 100, rows: 30 });
  expect(phone.told.at(-1)).toEqual({ type: 'size', cols: 100, rows: 30, isOwner: false, hasOwner: true });
  phone.handle.size({ cols: 40, rows: 20 }, { isClaim: true });
  await expect.poll(() => phone.screen.text).toContain('20 40');
  expect(desk.told.at(-1)).toEqual({ type: 'size', cols: 40, rows: 20, isOwner: false, hasOwner: true });
  desk.handle.size({ cols: 110, rows: 30 }, { isClaim: true });
  await expect.poll(() => desk.screen.text).toContain('30 110');
  desk.handle.size({ cols: 110, rows: 30 }, { isClaim: false, isSeen: false });
  expect(phone.told.at(-1), 'nobody looks at the desk').toMatchObject({ cols: 110, hasOwner: false });
  phone.handle.size({ cols: 41, rows: 21 }, { isClaim: false });
  await expect.poll(() => phone.screen.text).toContain('21 41');
  phone.handle.leave();
  expect(desk.told.at(-1)).toMatchObject({ hasOwner: false });
  const before = desk.told.length;
  for (let cols = 100; cols <= 300; cols += 1) desk.handle.size({ cols, rows: 30 }, { isClaim: true });
  await expect.poll(() => desk.screen.text).toContain('30 300');
  expect(desk.told.slice(before).filter(({ type }) => type === 'size').length).toBeLessThan(20);
});

test('a viewer that confirms nothing, or too much, gets limited output, and a screen once it has caught up', async () => {
  const { terminal } = await start('read line; head -c 3000000 /dev/urandom | base64; echo --END--; read line');
  const slow = look(terminal, { confirms: false });
  const liar = look(terminal, { confirms: false });
  liar.handle.confirm(Number.MAX_SAFE_INTEGER);
  const quick = look(terminal);
  quick.handle.input(Buffer.from('\r'));
  await expect.poll(() => quick.screen.text).toContain('--END--');
  for (const each of [slow, liar]) expect(each.sent()).toBeLessThan(600_000);
  await slow.screen.settled();
  expect(slow.screen.text).not.toContain('--END--');
  slow.handle.confirm(slow.screen.handled);
  await expect.poll(() => slow.screen.text).toContain('--END--');
  await quick.screen.settled();
  expect(shownBy(slow.screen)).toEqual(shownBy(quick.screen));
  expect(slow.screen.screens).toBe(2);
});

test('nothing is lost at the end, and an ended terminal is still shown', async () => {
  const { terminal, exit } = await start('seq 1 3000; printf "last word"; exit 7');
  const viewer = look(terminal);
  expect(await exit).toEqual({ exitCode: 7, signal: null });
  await expect.poll(() => viewer.screen.text).toContain('last word');
  expect(viewer.told.at(-1)).toEqual({ type: 'running', isRunning: false });
  const late = look(terminal);
  await expect.poll(() => late.screen.text).toContain('last word');
  expect(late.screen.text).toContain('\n3000\n');
  late.handle.input(Buffer.from('nobody reads this'));
});

test('a query of the program is answered once, however many windows there are', async () => {
  const { terminal } = await start(
    'stty raw -echo; printf "\\033[c\\033]11;?\\033\\\\"; dd bs=1 count=32 2>/dev/null | od -An -c | tr -s " \\n" " "; sleep 9',
  );
  const viewers = [look(terminal), look(terminal)];
  await expect
    .poll(() => viewers[1]?.screen.text.replaceAll(/\s+/gu, ''))
    .toContain('033[?1;2c033]11;rgb:1414/1616/1818');
});

test('the screen can be read as text', async () => {
  const { terminal } = await start('seq 1 40; printf "\\033]0;a title\\007\\033[?1049hfull screen"; read line');
  await expect
    .poll(async () => (await terminal.read(10)).text)
    .toMatchObject({ isAlternate: true, title: 'a title', cursor: { x: 11 } });
  const { text, above, offset } = await terminal.read(10);
  expect(text.rows.join('')).toBe('full screen');
  expect(above).toEqual([]);
  expect(offset).toBe(terminal.offset);
});

test('a screen that hangs is paused until it is resumed, and others of its thread lose nothing', async () => {
  const own = new Screens({ worker: FAULTY, maxSilenceMs: 1_800 });
  onTestFinished(() => own.close());
  const stuck: string[] = [];
  const shell = 'stty -echo; seq 1 300; printf "\\033[1mready\n"; while read line; do printf "$line\n"; done';
  const size = { cols: 80, rows: 24 };
  const openOne = async (name: string) =>
    watched((await start(shell, size, { own, onStuck: () => stuck.push(name) })).terminal);
  // More screens than the two threads.
  const one = await openOne('one');
  const two = await openOne('two');
  const three = await openOne('three');
  const four = await openOne('four');
  for (const each of [one, two, three, four]) {
    await expect.poll(() => each.viewer.screen.text).toContain('ready');
    // Its thread has painted it too.
    expect((await each.terminal.read(0)).text.rows.join('\n')).toContain('ready');
  }
  const before = shownBy(three.viewer.screen);

  one.viewer.handle.input(Buffer.from('hang\r'));
  three.viewer.handle.input(Buffer.from('said meanwhile\r'));
  await expect.poll(() => one.viewer.told).toContainEqual({ type: 'paused', isPaused: true });
  expect(stuck).toEqual(['one']);
  for (const each of [two, three, four]) {
    each.viewer.handle.input(Buffer.from('and on\r'));
    await expect.poll(() => each.viewer.screen.text).toContain('and on');
    const { text, above } = await each.terminal.read(5_000);
    expect([...above, ...text.rows].join('\n')).toMatch(/^1\n2\n3\n[\s\S]*\n300\nready\n/u);
  }
  expect((await three.terminal.read(0)).text.rows.join('\n')).toContain('said meanwhile');
  const again = look(three.terminal);
  await expect.poll(() => again.screen.text).toContain('and on');
  expect(shownBy(again.screen)).toEqual(shownBy(three.viewer.screen));
  expect(shownBy(again.screen)).not.toEqual(before);

  // The screen gets no output before it is resumed. A window that opens meanwhile is notified too.
  one.viewer.handle.input(Buffer.from('not yet\r'));
  const late = look(one.terminal);
  await expect.poll(() => late.screen.text).toContain('ready');
  expect(late.told).toContainEqual({ type: 'paused', isPaused: true });
  expect((await one.terminal.read(0)).text.rows.join('\n')).not.toContain('not yet');
  late.handle.resume();
  await expect.poll(() => late.told).toContainEqual({ type: 'paused', isPaused: false });
  late.handle.input(Buffer.from('it goes on\r'));
  for (const { screen } of [late, one.viewer]) await expect.poll(() => screen.text).toContain('it goes on');
  expect(own.threads).toBeLessThanOrEqual(2);
});

test('the screens of a thread that ended are rebuilt with their content', async () => {
  const own = new Screens({ worker: FAULTY });
  onTestFinished(() => own.close());
  const { terminal } = await start('stty -echo; echo before; while read line; do echo "$line"; done', undefined, {
    own,
  });
  const viewer = look(terminal);
  await expect.poll(() => viewer.screen.text).toContain('before');
  // Its thread has painted it too.
  expect((await terminal.read(0)).text.rows.join('\n')).toContain('before');
  viewer.handle.input(Buffer.from('throw\r'));
  await expect.poll(() => viewer.told).toContainEqual({ type: 'paused', isPaused: true });
  viewer.handle.resume();
  viewer.handle.input(Buffer.from('after\r'));
  await expect.poll(() => viewer.screen.text).toMatch(/before[\s\S]*after/u);
});

test('the screen of an ended program needs no thread and can still be shown and read', async () => {
  const own = new Screens({ idleMs: 10 });
  onTestFinished(() => own.close());
  const { terminal, exit } = await start('seq 1 100; echo end', undefined, { own });
  await exit;
  await expect.poll(() => own.threads).toBe(0);
  const viewer = look(terminal);
  await expect.poll(() => viewer.screen.text).toMatch(/^1\n2\n[\s\S]*\nend/u);
  expect(own.threads).toBe(0);
  expect((await terminal.read(5_000)).above[0]).toBe('1');
  await expect.poll(() => own.threads).toBe(0);
});

test('a size requested while a screen is being sent is reported after it', async () => {
  const { terminal } = await start('seq 1 6000; echo ready; read line; stty size; read line');
  const first = look(terminal);
  await expect.poll(() => first.screen.text).toContain('ready');
  for (const cols of [90, 100, 70]) {
    const order: string[] = [];
    const handle = terminal.view({
      bufferedAmount: 0,
      sendBytes: (frame) => order.push(decodeDownFrame(frame).type),
      sendText: (text) => order.push((JSON.parse(text) as TerminalDown & { cols?: number }).cols?.toString() ?? ''),
    });
    handle.size({ cols, rows: 25 }, { isClaim: true });
    await expect.poll(() => order).toEqual(expect.arrayContaining(['screen', `${cols}`]));
    expect(order.indexOf('screen')).toBeLessThan(order.lastIndexOf(`${cols}`));
    handle.leave();
  }
});
