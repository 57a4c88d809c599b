import { AppError } from '#wire/error-kind.ts';

import type { OtherBox } from '../domain/screen/read-input-box.ts';

/** Why the box takes no message, and what the person can do. */
const WORDS: Readonly<Record<OtherBox, readonly [reason: string, words: string]>> = {
  dialog: ['dialog', 'Claude Code waits for an answer. Give it first, here or in the terminal.'],
  panel: ['panel', 'Claude Code shows a panel or a list instead of its input box. Close it in the terminal.'],
  shell: [
    'shell',
    'the input box stays in shell mode (!), where a message would be run as a command. Clear it in the terminal and press Backspace.',
  ],
  memory: ['memory', 'the input box stays in memory mode (#). Clear it in the terminal and press Backspace.'],
  vim: ['vim', 'the input box stays in a mode of vim that does not write. Press i in the terminal.'],
  suspended: ['suspended', 'Claude Code is suspended (Ctrl-Z). Continue it first.'],
  program: ['program', 'another program is open in the terminal. Close it there.'],
  'too-small': ['too-small', 'the window of the terminal is too small for Claude Code’s input box. Make it larger.'],
  ended: ['not-ready', 'Claude Code has ended. Start it again.'],
  'not-in-sight': ['not-ready', 'Claude Code shows no input box. Look at the terminal.'],
};

/** The refusal of a message of which nothing was typed. */
export function boxRefused(what: OtherBox, isNot: 'Not sent' | 'Not changed' = 'Not sent'): AppError {
  const [reason, words] = WORDS[what];
  return new AppError('refused', `${isNot}: ${words}`, { reason });
}

/** The refusal of a message that has been typed but cannot be sent from this box. */
export function returnRefused(what: OtherBox): AppError {
  const [, words] = WORDS[what];
  return new AppError('refused', `Typed in the terminal and not sent: ${words}`, { reason: 'unconfirmed' });
}

/** `field`: the text in the box. */
export const draftRefused = (field: string) =>
  new AppError('refused', 'The terminal’s input box is not empty.', { reason: 'draft', field });
