import { expect, test } from 'vitest';

import type { ShownPermissionMode } from '../../protocol.ts';
import type { InputBox } from '../domain/screen/read-input-box.ts';
import { ChatInput } from './chat-input.ts';

const SHIFT_TAB = '\u001B[Z';

/** A program whose key cycles through these modes, beginning with the first. */
function cycling(
  modes: readonly ShownPermissionMode[],
  { isWorking = false, boxes = [] }: { readonly isWorking?: boolean; readonly boxes?: readonly InputBox[] } = {},
) {
  const typed: string[] = [];
  const input = new ChatInput({
    type: (text) => typed.push(text),
    read: () =>
      Promise.resolve({
        box: boxes[typed.length] ?? { kind: 'empty' },
        isWorking,
        permissionMode: modes[typed.length % modes.length],
      }),
    forgetVim: () => {},
    hasCommand: () => Promise.resolve(true),
    sendKey: () => Promise.resolve('\r'),
    shownWithinMs: 400,
  });
  return { input, typed };
}

test('the key is pressed until the mode is shown, and not if it is shown already', async () => {
  const { input, typed } = cycling(['default', 'acceptEdits', 'plan']);
  await input.changePermissionMode('plan');
  await input.changePermissionMode('plan');
  expect(typed).toEqual([SHIFT_TAB, SHIFT_TAB]);
});

test('a mode outside the key’s cycle is refused, and the previous mode is restored', async () => {
  const { input, typed } = cycling(['default', 'acceptEdits', 'plan']);
  await expect(input.changePermissionMode('auto')).rejects.toMatchObject({ detail: { reason: 'no-mode' } });
  expect(typed.length % 3).toBe(0);
});

test('a dialog gets no key, even if it opens in between', async () => {
  const dialog = { kind: 'other', what: 'dialog' } as const;
  const { input, typed } = cycling(['default', 'auto', 'plan'], { boxes: [{ kind: 'empty' }, dialog] });
  await expect(input.changePermissionMode('plan')).rejects.toMatchObject({ detail: { reason: 'dialog' } });
  expect(typed).toEqual([SHIFT_TAB]);
});

test('a running turn meets no other mode', async () => {
  const { input, typed } = cycling(['default', 'acceptEdits'], { isWorking: true });
  await expect(input.changePermissionMode('acceptEdits')).rejects.toMatchObject({ detail: { reason: 'at-work' } });
  expect(typed).toEqual([]);
});
