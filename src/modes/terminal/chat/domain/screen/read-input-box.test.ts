import { expect, test } from 'vitest';

import { recordedScreens } from '../../../../../../fixtures/claude/recorded-screens.ts';
import { Emulator } from '../../../screen/server/emulator.ts';
import { solidRows } from '../../../screen/server/solid-rows.ts';
import { type InputBox, isAtEnd, readInputBox, unknownCommand } from './read-input-box.ts';

const COLS = 60;
const PASTE_ON = '\u001B[?2004h';
const RULE = '─'.repeat(COLS);
const GREY = (text: string) => `\u001B[38;2;153;153;153m${text}\u001B[39m`;
const DIM = (text: string) => `\u001B[2m${text}\u001B[22m`;
const CURSOR = (text: string) => `\u001B[7m${text}\u001B[27m`;

function boxIn(emulator: Emulator, isVimNormal = false): InputBox {
  const { buffer, rows, cols } = emulator.terminal;
  const { active } = buffer;
  const shown = Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true));
  return readInputBox(
    {
      rows: shown.map((row) => row ?? ''),
      solid: solidRows(emulator.terminal),
      cursor: { x: active.cursorX, y: active.cursorY },
      title: emulator.core._inputHandler._windowTitle,
      cols,
      isAlternate: active.type === 'alternate',
      takesPaste: emulator.terminal.modes.bracketedPasteMode,
    },
    () => isVimNormal,
  );
}

/** The box on a screen that shows these rows, with the cursor in a row and a column. */
function boxOf(
  rows: readonly string[],
  [y, x]: readonly [number, number],
  { start = PASTE_ON, isVimNormal = false, height = 16 } = {},
) {
  const emulator = new Emulator({ cols: COLS, rows: height });
  emulator.write(new TextEncoder().encode(`${start}${rows.join('\r\n')}\u001B[${y + 1};${x + 1}H`));
  const box = boxIn(emulator, isVimNormal);
  emulator.dispose();
  return box;
}
const field = (...rows: readonly string[]) => [RULE, ...rows, RULE, '  ? for shortcuts'];
const other = (what: string, text?: string, isVimNormal = what === 'vim') => ({
  kind: 'other',
  what,
  ...(text !== undefined && { text, isVimNormal }),
});
const IN_BOX = [1, 2] as const;

test('an empty box and a draft differ from Claude Code’s suggestions in grey', () => {
  expect(boxOf(field(`❯ ${CURSOR(' ')}`), IN_BOX)).toEqual({ kind: 'empty' });
  expect(boxOf(field(`❯ ${CURSOR('T')}${DIM('ry "fix typecheck errors"')}`), IN_BOX)).toEqual({ kind: 'empty' });
  for (const grey of [DIM, GREY, (text: string) => `\u001B[90m${text}`, (text: string) => `\u001B[38;5;244m${text}`]) {
    for (const suggested of [
      `${CURSOR('r')}${grey('un the tests')}`,
      `${CURSOR('日')}${grey('本語で')}`,
      `${CURSOR('👩‍🔬')}${grey(' looks')}`,
      grey('run the tests'),
    ]) {
      expect(boxOf(field(`❯ ${suggested}`), IN_BOX)).toEqual({ kind: 'empty' });
      expect(boxOf(field(`❯ ${suggested}`), IN_BOX, { isVimNormal: true })).toEqual(other('vim', ''));
    }
  }
  const draft = (text: string) => ({ kind: 'draft', text });
  expect(boxOf(field('❯ run the tests'), IN_BOX)).toEqual(draft('run the tests'));
  expect(boxOf(field(`❯ ${CURSOR('r')}un the tests`), IN_BOX)).toEqual(draft('run the tests'));
  expect(boxOf(field(`❯ ${CURSOR('T')}ry "fix it"`), IN_BOX)).toEqual(draft('Try "fix it"'));
  expect(boxOf(field(`❯ ${CURSOR('x')}`), IN_BOX)).toEqual(draft('x'));
  expect(boxOf(field('❯ one', '', '  two'), [3, 5])).toEqual(draft('one\n\ntwo'));
  expect(boxOf(field(`❯ /my-check${GREY(' [file]')}`), [1, 11])).toMatchObject({ kind: 'draft' });
});

test('the mark of the box names its mode, and earlier signs reveal vim’s normal mode', () => {
  for (const text of ['', 'ls -l']) {
    expect(boxOf(field(`! ${text}`), IN_BOX)).toEqual(other('shell', text));
    expect(boxOf(field(`# ${text}`), IN_BOX)).toEqual(other('memory', text));
    expect(boxOf(field(`❯ ${text}`), IN_BOX, { isVimNormal: true })).toEqual(other('vim', text));
    expect(boxOf(field(`! ${text}`), IN_BOX, { isVimNormal: true })).toEqual(other('shell', text, true));
  }
  expect(boxOf(field('❯ # a heading'), [1, 13])).toEqual({ kind: 'draft', text: '# a heading' });
  expect(boxOf(field('❯ !'), [1, 3])).toEqual({ kind: 'draft', text: '!' });
  const offers = [RULE, '❯ /he', RULE, '/help      Show help'];
  expect(boxOf(offers, [1, 5], { isVimNormal: true })).toEqual({ kind: 'draft', text: '/he', offered: '/help' });
});

test('other things in the place of the box are recognised', () => {
  const suspended = ['Claude Code has been suspended. Run `fg` to bring Claude Code back.'];
  expect(boxOf([RULE, '❯ half', ...suspended], [4, 0])).toEqual(other('suspended'));
  const painted = ['Clhalf', 'Note: ctrl + z now suspends Claude Code, ctrl + _ undoes input.'];
  expect(boxOf([RULE, '❯ half', ...painted], [5, 0])).toEqual(other('suspended'));
  // A whole box of an earlier time is above.
  expect(boxOf([...field('❯ half'), RULE, '❯ half', ...suspended], [7, 0])).toEqual(other('suspended'));
  expect(boxOf([...suspended, ...field('❯ half')], [3, 6])).toEqual({ kind: 'draft', text: 'half' });
  expect(boxOf(field('❯ half'), [1, 6], { start: '' })).toEqual(other('suspended'));
  expect(boxOf([RULE, '  Help  general', '', '  Esc to cancel'], [1, 8])).toEqual(other('panel'));
  // A search has its own input field.
  expect(boxOf([RULE, '❯ ', RULE, '  search prompts: '], [3, 18])).toEqual(other('panel'));
  expect(boxOf(['one', 'two'], [2, 0])).toEqual(other('not-in-sight'));
  // A draft is higher than the window, or the window has no room for the box.
  const draft = Array.from({ length: 12 }, (_, row) => `  row ${row}`);
  expect(boxOf([...draft, RULE, '  ? for shortcuts'], [11, 9])).toEqual(other('too-small'));
  for (const rows of [3, 4])
    expect(boxOf(['❯ hello', RULE, '  ? for shortcuts'].slice(-rows + 1), [0, 7], { height: rows })).toEqual(
      other('too-small'),
    );
  expect(boxOf(field('❯ hello'), [1, 7], { height: 5 })).toEqual({ kind: 'draft', text: 'hello' });
  const title = '\u001B]2;1 awaiting input · claude agents\u0007';
  expect(boxOf(field('❯ begin another one'), [1, 20], { start: PASTE_ON + title })).toEqual(other('panel'));
  const editor = { start: `${PASTE_ON}\u001B[?1049h` };
  expect(boxOf(['half', '~', '~', '"prompt.md" 1L, 4B'], [0, 0], editor)).toEqual(other('program'));
  expect(boxOf([RULE, '❯ half', RULE, '~', '~'], IN_BOX, editor)).toEqual(other('program'));
  // Claude Code itself uses the alternate screen in fullscreen.
  expect(boxOf(field('❯ half'), [1, 6], editor)).toEqual({ kind: 'draft', text: 'half' });
});

test('an unknown command is read from the line right above the box', () => {
  const told = (...rows: readonly string[]) => unknownCommand([...rows, '', ...field('❯')]);
  expect(told('● Unknown command: /xyz')).toBe('/xyz');
  expect(told('❯ /xyz', '  ⎿  Unknown slash command: xyz', '')).toBe('/xyz');
  expect(told('● Unknown command: /my-che. Did you mean /my-check?')).toBe('/my-che');
  const behind = '● Args from unknown skill: with words that are';
  expect(told('● Unknown command: /xyz', '', behind, '  long')).toBe('/xyz');
  expect(told('● Unknown command: /xyz', '', behind, '● So it is.')).toBeUndefined();
  expect(told('● Unknown command: /xyz', '❯ /other')).toBeUndefined();
  expect(told('● It said “Unknown command: /xyz”')).toBeUndefined();
  expect(unknownCommand(['● Unknown command: /xyz'])).toBeUndefined();
});

/** The expected box at each named moment of a recording. */
const BOX_AT: Readonly<Record<string, InputBox>> = {
  ...Object.fromEntries(
    ['theme', 'security notes', 'key', 'login method', 'trust', 'permission', 'question', 'plan'].map((name) => [
      name,
      { kind: 'other', what: 'dialog' } as const,
    ]),
  ),
  ...Object.fromEntries(
    ['idle', 'thinking', 'answering', 'tool', 'retrying', 'compacting'].map((name) => [
      name,
      { kind: 'empty' } as const,
    ]),
  ),
  transcript: { kind: 'other', what: 'panel' },
};

test.each(recordedScreens().map((each) => [`${each.scene} of ${each.version} at ${each.cols} columns`, each] as const))(
  '%s',
  (_, { cols, rows, bytes, moments }) => {
    const emulator = new Emulator({ cols, rows });
    let from = 0;
    for (const { at, name } of moments) {
      emulator.write(bytes.subarray(from, at));
      from = at;
      const box = boxIn(emulator);
      const isQuote = box.kind === 'draft' && box.text === '❯ 1. Yes esc to interrupt';
      if (!isQuote) expect([name, box]).toEqual([name, BOX_AT[name]]);
    }
    emulator.dispose();
  },
);

test('the cursor is at the end of the box only behind its last letter', () => {
  const at = (y: number, x: number, ...written: readonly string[]) =>
    isAtEnd({ rows: field(...written), cursor: { x, y }, title: '', cols: COLS });
  expect([at(1, 6, '❯ half'), at(1, 9, '❯ half'), at(1, 4, '❯ 👩‍🔬')]).toEqual([true, true, true]);
  expect([at(1, 2, '❯ half'), at(1, 5, '❯ half'), at(1, 7, '❯ first', '  second')]).toEqual([false, false, false]);
  expect([at(2, 8, '❯ first', '  second'), at(3, 2, '❯ first', '  second', '')]).toEqual([true, true]);
  expect(isAtEnd({ rows: ['no box'], cursor: { x: 0, y: 0 }, title: '', cols: COLS })).toBe(true);
});
