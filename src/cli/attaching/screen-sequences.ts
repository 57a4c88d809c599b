import { createRequire } from 'node:module';

import type { ITerminalAddon } from '@xterm/headless';

import { unpackScreen } from '#modes/terminal/screen/domain/frames.ts';
import type { KeyboardStacks } from '#modes/terminal/screen/domain/keyboard-flags.ts';
import { restoreScreen } from '#modes/terminal/screen/domain/restore-screen.ts';
import type { ScreenState } from '#modes/terminal/screen/domain/screen-state.ts';
import { Emulator } from '#modes/terminal/screen/server/emulator.ts';

// Not an import: its types would bring those of the DOM along.
const { SerializeAddon } = createRequire(import.meta.url)('@xterm/addon-serialize') as {
  SerializeAddon: new () => ITerminalAddon & { serialize(): string };
};

const MODES_OFF = [1, 1000, 1002, 1003, 1004, 1005, 1006, 1049, 2004, 2026];

/** Gives the person's terminal back as a shell expects it. */
export const LEAVE = `\u001B[<u\u001B[!p${MODES_OFF.map((mode) => `\u001B[?${mode}l`).join('')}\u001B[?25h\u001B[0m\r\n`;

const CLEAR = `${LEAVE.trimEnd()}\u001B[H\u001B[2J\u001B[3J`;

/**
 * A packed screen as the sequences that draw it on another terminal: its lines and the modes that decide how keys and
 * the mouse are sent. A restore, which loses nothing, needs a screen of our own.
 */
export async function sequencesOf(packed: Uint8Array): Promise<string> {
  const { json, unfinished, cells } = unpackScreen(packed);
  const state = JSON.parse(new TextDecoder().decode(json)) as ScreenState & { readonly keyboard: KeyboardStacks };
  const emulator = new Emulator(state);
  const serialize = new SerializeAddon();
  emulator.terminal.loadAddon(serialize);
  restoreScreen(emulator.core, { state, cells });
  const drawn = serialize.serialize();
  const keyboardFlags = state.keyboard[state.alternate ? 'alternate' : 'normal'].at(-1) ?? 0;
  emulator.terminal.dispose();
  return [
    CLEAR,
    drawn,
    state.isCursorHidden ? '\u001B[?25l' : '',
    state.mouseEncoding === 'SGR' ? '\u001B[?1006h' : '',
    keyboardFlags === 0 ? '' : `\u001B[>${keyboardFlags}u`,
    new TextDecoder().decode(unfinished),
  ].join('');
}
