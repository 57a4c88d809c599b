import { AppError } from '#wire/error-kind.ts';

import type { PermissionMode, ShownPermissionMode } from '../../protocol.ts';
import { boxRefused } from './box-refusals.ts';
import type { TypedTerminal } from './chat-input.ts';
import { until } from './until.ts';

const SHIFT_TAB = '\u001B[Z';
/** Share of `shownWithinMs` after which anything that briefly replaces the box is gone. */
const TO_SETTLE = 1 / 4;

const notChanged = (words: string, reason: string) => new AppError('refused', `Not changed: ${words}`, { reason });

/**
 * Presses Shift-Tab until Claude Code shows the mode. Reads the screen before each press, because in a dialog the same
 * key answers it. Refused during a turn, which would run in the modes in between; some of them act without asking.
 */
export async function switchPermissionMode(terminal: TypedTerminal, wanted: PermissionMode): Promise<void> {
  const seen = new Set<ShownPermissionMode>();
  let mode = await plainMode(terminal);
  while (mode !== wanted) {
    if (seen.has(mode)) throw notChanged('Claude Code does not offer this mode here.', 'no-mode');
    seen.add(mode);
    terminal.type(SHIFT_TAB);
    const before = mode;
    const hasChanged = async () => (mode = await plainMode(terminal)) !== before;
    if (!(await until(terminal.shownWithinMs, hasChanged)))
      throw notChanged('Claude Code did not take the key. Press Shift-Tab in the terminal.', 'unconfirmed');
  }
}

/** Returns the shown mode, once one is shown. Throws if the key would not change the mode. */
async function plainMode(terminal: TypedTerminal): Promise<ShownPermissionMode> {
  let shown = await terminal.read();
  const isSettled = () =>
    shown.box.kind === 'other' ? shown.box.what === 'dialog' : shown.permissionMode !== undefined;
  await until(terminal.shownWithinMs * TO_SETTLE, async () => {
    if (!isSettled()) shown = await terminal.read();
    return isSettled();
  });
  const { box, isWorking, permissionMode } = shown;
  if (box.kind === 'other') throw boxRefused(box.what, 'Not changed');
  if (isWorking)
    throw notChanged('Claude Code is at work. Change it after that, or press Shift-Tab in the terminal.', 'at-work');
  if (permissionMode === undefined)
    throw notChanged('the terminal does not show the mode now. Press Shift-Tab there.', 'not-shown');
  return permissionMode;
}
