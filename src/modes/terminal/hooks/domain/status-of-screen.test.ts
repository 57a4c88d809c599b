import { expect, test } from 'vitest';

import { recordedScreens, type RecordedScreen } from '../../../../../fixtures/claude/recorded-screens.ts';
import { Emulator } from '../../screen/server/emulator.ts';
import { type ScreenStatus, statusOfScreen } from './status-of-screen.ts';

/** The expected status at each named moment of a recording. */
const STATUS_AT: Readonly<Record<string, ScreenStatus>> = {
  theme: 'set-up',
  'security notes': 'set-up',
  key: 'set-up',
  'login method': 'set-up',
  trust: 'waiting-for-trust',
  idle: 'idle',
  thinking: 'busy',
  answering: 'busy',
  tool: 'busy',
  permission: 'asks',
  question: 'asks',
  plan: 'asks',
  transcript: 'idle',
  retrying: 'retrying',
  compacting: 'compacting',
};

/** The statuses of a session that answers this many prompts. */
function answers(count: number): readonly ScreenStatus[] {
  return ['idle', ...Array.from({ length: count }, () => ['busy', 'idle'] as const).flat()];
}

/** The expected statuses of each scene, in order. */
const STATUSES_OF: Readonly<Record<string, readonly ScreenStatus[]>> = {
  'set-up': ['set-up', 'waiting-for-trust', 'idle'],
  key: ['set-up', 'idle'],
  'sign-in': ['idle', 'set-up', 'idle'],
  trust: ['waiting-for-trust', 'idle'],
  answer: answers(2),
  permission: ['idle', 'busy', 'asks', 'busy', 'idle'],
  question: ['idle', 'busy', 'asks', 'busy', 'idle'],
  plan: ['idle', 'busy', 'asks', 'busy', 'idle'],
  quotes: ['idle', 'busy', 'idle', 'busy', 'asks', 'busy', 'idle'],
  'clear-and-compact': [...answers(4), 'compacting', 'idle'],
  retry: ['idle', 'retrying', 'busy', 'idle'],
};

/** The status after each recorded frame. */
async function statusesOf({ cols, rows, bytes, cuts }: RecordedScreen): Promise<Map<number, ScreenStatus>> {
  const emulator = new Emulator({ cols, rows });
  const statuses = new Map<number, ScreenStatus>();
  let from = 0;
  for (const cut of cuts) {
    emulator.write(bytes.subarray(from, cut));
    from = cut;
    const { active } = emulator.terminal.buffer;
    const shown = Array.from(
      { length: rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
    statuses.set(cut, statusOfScreen({ rows: shown, title: emulator.core._inputHandler._windowTitle }));
  }
  emulator.dispose();
  return statuses;
}

const recordings = recordedScreens();

test('every scene is recorded at three widths', () => {
  const versions = new Set(recordings.map(({ version }) => version));
  for (const version of versions)
    for (const scene of Object.keys(STATUSES_OF))
      expect(
        recordings
          .filter((each) => each.version === version && each.scene === scene)
          .map(({ cols }) => cols)
          .toSorted((one, other) => one - other),
        `${version} ${scene}`,
      ).toEqual([60, 100, 200]);
});

test.each(recordings.map((each) => [`${each.scene} of ${each.version} at ${each.cols} columns`, each] as const))(
  '%s',
  async (_, recording) => {
    const statuses = await statusesOf(recording);
    expect(recording.moments.map(({ at, name }) => [name, statuses.get(at)])).toEqual(
      recording.moments.map(({ name }) => [name, STATUS_AT[name]]),
    );
    expect(inOrder([...statuses.values()])).toEqual(STATUSES_OF[recording.scene]);
  },
);

/** Removes repetitions, and moments of general work before the screen shows which work it is. */
function inOrder(statuses: readonly ScreenStatus[]): readonly ScreenStatus[] {
  const told = statuses.filter((status) => status !== null);
  const changes = told.filter((status, index) => status !== told[index - 1]);
  return changes.filter((status, index) => {
    const next = changes[index + 1];
    return status !== 'busy' || (next !== 'retrying' && next !== 'compacting');
  });
}

test('text painted over with spaces does not count', () => {
  const rows = [
    '❯ /login',
    '',
    '─'.repeat(60),
    '  Login       ',
    '',
    '  Select login method:',
    '',
    '  ❯ 1. Claude account   ',
  ];
  expect(statusOfScreen({ rows, title: '✳ Claude Code' })).toBe('set-up');
});

test('a draft in the box of a suspended Claude Code is not a menu', () => {
  const rule = '─'.repeat(40);
  const rows = [
    rule,
    '❯ é日',
    'Claude Code has been suspended. Run `fg` to bring it back.',
    'Note: ctrl + z now suspends',
  ];
  expect(statusOfScreen({ rows, title: '✳ Claude Code' })).toBe('suspended');
  expect(statusOfScreen({ rows: [...rows, rule, '❯ ', rule], title: '✳ Claude Code' })).toBe('idle');
  expect(statusOfScreen({ rows: [rule, '❯ ', rule], title: '✳ Claude Code', takesPaste: false })).toBe('released');
});
