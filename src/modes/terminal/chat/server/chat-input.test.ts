import { test } from 'vitest';

import type { InputBox, OtherBox } from '../domain/screen/read-input-box.ts';
import { ChatInput } from './chat-input.ts';

const KEYS = {
  forgetVim: () => {},
  sendKey: () => Promise.resolve('\r'),
  hasCommand: (command: string) => Promise.resolve(command === '/known'),
};
const plain = (text: string): InputBox => (text === '' ? { kind: 'empty' } : { kind: 'draft', text });

/** A terminal whose field shows typed text, and clears it at a return while `listens` is true. */
class Field {
  text = '';
  listens = true;
  /** The field shows no typed text. */
  isStalled = false;
  readonly typed: string[] = [];
  readonly shownWithinMs = 400;
  readonly forgetVim = KEYS.forgetVim;
  readonly sendKey = KEYS.sendKey;
  readonly hasCommand = KEYS.hasCommand;
  isWorking = false;

  type(text: string): void {
    this.typed.push(text);
    if (/^\u007F+$/u.test(text)) this.text = this.text.slice(0, -text.length);
    else if (text !== '\r') this.text += text.replaceAll('\u001B[200~', '').replaceAll('\u001B[201~', '');
    else if (this.listens) this.text = '';
  }

  read() {
    return Promise.resolve({ box: plain(this.isStalled ? '' : this.text), isWorking: this.isWorking });
  }
}

test.concurrent('a message that is still in the field is not typed again when it is sent again', async ({ expect }) => {
  const field = new Field();
  field.listens = false;
  const input = new ChatInput(field);
  const message = { content: 'Go on', withDraft: undefined };
  await expect(input.send(message)).rejects.toMatchObject({ detail: { reason: 'unconfirmed' } });
  field.typed.length = 0;
  field.listens = true;
  await input.send(message);
  expect(field.typed).toEqual(['\r']);
  expect(field.text).toBe('');
});

test.concurrent('text in the field that the chat did not type is shown before anything is typed', async ({
  expect,
}) => {
  const field = new Field();
  field.text = 'half a thought';
  const sent = new ChatInput(field).send({ content: 'Go on', withDraft: undefined });
  await expect(sent).rejects.toMatchObject({ detail: { reason: 'draft', field: 'half a thought' } });
  expect(field.typed).toEqual([]);
});

test.concurrent('an unknown command is refused during a turn, and removed from the field', async ({ expect }) => {
  const field = new Field();
  const send = (content: string) => new ChatInput(field).send({ content, withDraft: undefined });
  await send('/nope');
  field.isWorking = true;
  await send('/known');
  await send('/nope/is a path');
  field.typed.length = 0;
  await expect(send('/nope')).rejects.toMatchObject({ detail: { reason: 'unknown-command' } });
  expect(field.typed).not.toContain('\r');
  expect(field.text).toBe('');
});

interface Reaction {
  /** The text that the field shows after a return. Default: nothing. */
  readonly afterReturn?: (text: string) => string;
  /** The person types this once, after the screen has been read this often since the message was typed. */
  readonly typing?: { readonly words: string; readonly afterLooks: number };
  readonly draft?: string;
  readonly offered?: string;
  readonly shownWithinMs?: number;
}

/** A terminal whose program is only its input field. `sent`: the texts that it received. */
function startWith({ afterReturn = () => '', typing, draft = '', offered, shownWithinMs = 2_000 }: Reaction = {}) {
  let text = draft;
  let looks = 0;
  let isOffered = offered !== undefined;
  const sent: string[] = [];
  const input = new ChatInput({
    ...KEYS,
    shownWithinMs,
    type(typed) {
      if (typed === '\u001B') isOffered = false;
      else if (typed === '\r') {
        sent.push(isOffered ? (offered ?? '') : text);
        // A return completes the offered command, even if it is the typed one.
        text = isOffered ? `${offered}  [file]` : afterReturn(text);
      } else text += typed.replace('\u001B[200~', '').replace('\u001B[201~', '');
    },
    read() {
      if (text !== draft) looks += 1;
      if (typing && looks === typing.afterLooks) text += typing.words;
      const box = plain(text.trim());
      return Promise.resolve({ box: isOffered && offered !== undefined ? { ...box, offered } : box, isWorking: false });
    },
  });
  return { send: (content: string, withDraft?: string) => input.send({ content, withDraft }), sent };
}

test.concurrent('a message is sent by one return once the field shows it', async ({ expect }) => {
  const { send, sent } = startWith();
  await send('hello');
  expect(sent).toEqual(['hello']);
});

test.concurrent('letters that the person types before the return prevent it', async ({ expect }) => {
  for (const afterLooks of [1, 2]) {
    const { send, sent } = startWith({ typing: { words: ' rm', afterLooks }, shownWithinMs: 400 });
    await expect(send('hello')).rejects.toMatchObject({ detail: { reason: 'draft', field: 'hello rm' } });
    expect(sent).toEqual([]);
  }
});

test.concurrent('a draft that the person starts behind the message is not sent', async ({ expect }) => {
  const { send, sent } = startWith({ afterReturn: () => 'half typed' });
  await send('hello');
  expect(sent).toEqual(['hello']);
});

test.concurrent('a lost return is pressed again, but not behind other words', async ({ expect }) => {
  let returns = 0;
  const late = startWith({ afterReturn: (text) => ((returns += 1) === 1 ? text : ''), shownWithinMs: 400 });
  await late.send('hello');
  expect(late.sent).toEqual(['hello', 'hello']);
  const glued = startWith({ afterReturn: (text) => `${text} rm`, shownWithinMs: 400 });
  await expect(glued.send('hello')).rejects.toMatchObject({ detail: { reason: 'unconfirmed' } });
  expect(glued.sent).toEqual(['hello']);
});

test.concurrent('a draft is sent with the message only if it is as it was shown', async ({ expect }) => {
  const { send, sent } = startWith({ draft: 'half' });
  const refusal = { detail: { reason: 'draft', field: 'half' } };
  await expect(send('hello')).rejects.toMatchObject(refusal);
  await expect(send('hello', 'hal')).rejects.toMatchObject(refusal);
  await send('hello', 'half');
  expect(sent).toEqual(['half\nhello']);
});

test.concurrent('a command is sent as written, not as another one is offered', async ({ expect }) => {
  const other = startWith({ offered: '/cost' });
  await other.send('/cos');
  const same = startWith({ offered: '/cost' });
  await same.send('/cost');
  expect([other.sent, same.sent]).toEqual([['/cos'], ['/cost']]);
});

test.concurrent('a sent text that returns into the field is removed, and not sent again', async ({ expect }) => {
  const field = new Field();
  const input = new ChatInput(field);
  await input.send({ content: 'one\ntwo', withDraft: undefined });
  field.text = 'one\ntwo';
  await input.send({ content: 'three', withDraft: undefined });
  expect(field.typed.filter((typed) => typed === '\r')).toHaveLength(2);
  expect(field.typed.some((typed) => /^\u007F+$/u.test(typed))).toBe(true);
  // Text that somebody else puts there, for example from the history, is theirs.
  field.text = 'three';
  input.typedByOther();
  await expect(input.send({ content: 'four', withDraft: undefined })).rejects.toMatchObject({
    detail: { reason: 'draft', field: 'three' },
  });
});

test.concurrent('a missing command is refused after it was typed, and reports about other commands are ignored', async ({
  expect,
}) => {
  const sendTo = (unknown: string, { afterMs = 0, isWorking = false } = {}) => {
    const field = new Field();
    const saidAt = performance.now() + afterMs;
    const read = async () => ({
      ...(await field.read()),
      ...(performance.now() >= saidAt && { unknown }),
      // Only after it was sent: during a turn, a command that is not offered is refused at once.
      isWorking: isWorking && field.typed.includes('\r'),
    });
    const input = new ChatInput({ ...KEYS, shownWithinMs: 400, type: (text) => field.type(text), read });
    return (content: string) => input.send({ content, withDraft: undefined });
  };
  await expect(sendTo('/xyz')('/xyz')).rejects.toMatchObject({ detail: { reason: 'unknown-command' } });
  await expect(sendTo('/xyz')('/xyz with words')).rejects.toMatchObject({ detail: { reason: 'unknown-command' } });
  await expect(sendTo('/xyz', { afterMs: 450 })('/xyz')).rejects.toMatchObject({
    detail: { reason: 'unknown-command' },
  });
  const whileBusy = { afterMs: 320, isWorking: true };
  await expect(sendTo('/xyz', whileBusy)('/xyz')).rejects.toMatchObject({ detail: { reason: 'unknown-command' } });
  // The report is about an earlier command.
  await sendTo('/abc')('/xyz');
  await sendTo('/xyz')('look at /xyz');
});

test.concurrent('a message without a visible character is not typed', async ({ expect }) => {
  const { send, sent } = startWith();
  for (const blank of ['\u200B', '/', ' / ', '/\n'])
    await expect(send(blank)).rejects.toMatchObject({ detail: { reason: 'empty' } });
  expect(sent).toEqual([]);
});

/**
 * A terminal that shows these boxes one after another, one per read; the last one stays. `after`: those once something
 * was typed.
 */
function shows(first: readonly InputBox[], after: readonly InputBox[] = first) {
  const typed: string[] = [];
  const left = { first: [...first], after: [...after] };
  const input = new ChatInput({
    ...KEYS,
    shownWithinMs: 150,
    type: (text) => typed.push(text),
    read() {
      const boxes = typed.length === 0 ? left.first : left.after;
      const box = (boxes.length > 1 ? boxes.shift() : boxes[0]) ?? { kind: 'empty' as const };
      return Promise.resolve({ box, isWorking: false });
    },
  });
  return { input, typed, send: (content: string) => input.send({ content, withDraft: undefined }) };
}
const other = (what: OtherBox, text?: string): InputBox => ({
  kind: 'other',
  what,
  ...(text !== undefined && { text }),
});

test.concurrent.for<[OtherBox, string]>([
  ['dialog', 'dialog'],
  ['panel', 'panel'],
  ['suspended', 'suspended'],
  ['program', 'program'],
  ['too-small', 'too-small'],
  ['ended', 'not-ready'],
  ['not-in-sight', 'not-ready'],
])('nothing is typed into anything but a plain box: %s', async ([what, reason], { expect }) => {
  const { send, typed } = shows([other(what)]);
  for (const content of ['hello', '!ls', '/help'])
    await expect(send(content)).rejects.toMatchObject({ message: /^Not sent: /u, detail: { reason } });
  expect(typed).toEqual([]);
});

interface Standing {
  readonly text?: string;
  readonly mark?: '' | '!' | '#';
  /** `gone`: the chat expects vim, but the box inserts every key as a letter. */
  readonly vim?: 'insert' | 'normal' | 'half-typed' | 'gone';
  /** The index of the cursor; default: behind the text. */
  readonly at?: number;
  /** The number of presses of Ctrl-E that get lost. */
  readonly lostEnds?: number;
}

/** A box with modes, like that of Claude Code. `sent`: what a return sent to the model, or, after `!`, to the shell. */
function boxWith(
  { text: standing = '', mark: marked = '', vim: keys, at: place = standing.length, lostEnds = 0 }: Standing,
  sendKey: string | null = '\r',
) {
  let toLose = lostEnds;
  let text = standing;
  let mark = marked;
  let vim = keys;
  let at = place;
  const sent: string[] = [];
  const put = (words: string) => {
    if (words.startsWith('!') && text === '' && mark === '') return put(((mark = '!'), words.slice(1)));
    text = text.slice(0, at) + words + text.slice(at);
    at += words.length;
  };
  const key = (each: string) => {
    if (each === sendKey) {
      sent.push(mark + text);
      text = mark = '';
      at = 0;
    } else if (vim === 'normal' || vim === 'half-typed') {
      if (each === '\u001B') vim = 'normal';
      else if (vim === 'half-typed') vim = 'normal';
      else if (each === 'i' || each === 'A') {
        if (each === 'A') at = text.length;
        vim = 'insert';
      } else throw new Error(`${JSON.stringify(each)} is a command of vim`);
    } else if (each === '\u001B') vim &&= 'normal';
    else if (each === '\u0001') at = 0;
    else if (each === '\u0005') at = (toLose -= 1) < 0 ? text.length : at;
    else if (each !== '\u007F') put(each);
    else if (at === 0) mark = '';
    else {
      text = text.slice(0, at - 1) + text.slice(at);
      at -= 1;
    }
  };
  const box = (): InputBox => {
    const isVimNormal = vim !== undefined && vim !== 'insert';
    if (mark !== '') return { kind: 'other', what: mark === '!' ? 'shell' : 'memory', text, isVimNormal };
    return isVimNormal ? { kind: 'other', what: 'vim', text, isVimNormal } : plain(text);
  };
  const input = new ChatInput({
    shownWithinMs: 600,
    ...KEYS,
    forgetVim: () => (vim = undefined),
    sendKey: () => Promise.resolve(sendKey),
    type(typed) {
      if (typed === sendKey) return key(typed);
      // oxlint-disable-next-line no-control-regex -- they are the brackets of a paste
      const pasted = /^\u001B\[200~([^]*)\u001B\[201~$/u.exec(typed)?.[1];
      if (pasted !== undefined) put(pasted);
      else for (const each of typed) key(each);
    },
    read: () => Promise.resolve({ box: box(), isWorking: false, isAtEnd: at === text.length }),
  });
  return { send: (content: string, withDraft?: string) => input.send({ content, withDraft }), sent, box };
}

test.concurrent.for<Standing>([
  { mark: '!' },
  { mark: '#' },
  { vim: 'insert' },
  { vim: 'normal' },
  { vim: 'half-typed' },
  { vim: 'gone' },
  { mark: '!', vim: 'insert' },
  { mark: '!', vim: 'normal' },
  { mark: '!', vim: 'gone' },
])('an empty box leaves its mode before a message is typed: %j', async (standing, { expect }) => {
  for (const content of ['delete nothing', '!ls', '/help']) {
    const { send, sent } = boxWith(standing);
    await send(content);
    expect(sent).toEqual([content]);
  }
});

test.concurrent.for<Standing & { readonly shown: string }>([
  { text: 'rm -r .', mark: '!', shown: '!rm -r .' },
  { text: 'note', mark: '#', shown: '#note' },
  { text: 'half', vim: 'normal', shown: 'half' },
  { text: 'half', vim: 'half-typed', shown: 'half' },
  { text: 'half', vim: 'gone', shown: 'half' },
  { text: 'ls', mark: '!', vim: 'normal', shown: '!ls' },
  { text: 'ls', mark: '!', lostEnds: 1, shown: '!ls' },
  { text: 'half', at: 2, shown: 'half' },
])(
  'a draft in a mode is shown, and sent with a message it runs in no shell: %j',
  async ({ shown, ...standing }, { expect }) => {
    const { send, sent, box } = boxWith(standing);
    const before = box();
    for (const withDraft of [undefined, 'another'])
      await expect(send('hello', withDraft)).rejects.toMatchObject({ detail: { reason: 'draft', field: shown } });
    expect([sent, box()]).toEqual([[], before]);
    await send('hello', shown);
    expect(sent).toEqual([`${standing.text}\nhello`]);
  },
);

test.concurrent('nothing is typed into the middle of a draft if the cursor does not reach its end', async ({
  expect,
}) => {
  const { send, box } = boxWith({ text: 'half', at: 2, lostEnds: 9 });
  await expect(send('hello', 'half')).rejects.toMatchObject({ detail: { reason: 'draft', field: 'half' } });
  expect(box()).toEqual(plain('half'));
});

test.concurrent('the person’s own send key is pressed, and nothing is typed if none is known', async ({ expect }) => {
  const own = boxWith({}, '\u001B\r');
  await own.send('hello');
  expect(own.sent).toEqual(['hello']);
  const none = boxWith({}, null);
  await expect(none.send('hello')).rejects.toMatchObject({ detail: { reason: 'return-key' } });
  expect([none.sent, none.box()]).toEqual([[], plain('')]);
});

test.concurrent.for<OtherBox>(['shell', 'memory', 'vim'])(
  'a mode that no key leaves keeps the message out: %s',
  async (what, { expect }) => {
    const { send, typed } = shows([{ kind: 'other', what, text: '', isVimNormal: what === 'vim' }]);
    await expect(send('hello')).rejects.toMatchObject({ detail: { reason: what } });
    expect(typed.join('')).not.toMatch(/hello|\r/u);
  },
);

test.concurrent('a state that passes by itself is waited for', async ({ expect }) => {
  const { send, typed } = shows(
    [other('panel'), plain('')],
    [plain('hello'), plain('hello'), plain('hello'), plain('')],
  );
  await send('hello');
  expect(typed.at(-1)).toBe('\r');
});

test.concurrent('a return is not pressed if the box behind the message has changed its kind', async ({ expect }) => {
  for (const box of [other('shell', 'hello'), other('memory', 'hello'), other('panel'), other('dialog')]) {
    const { send, typed } = shows([plain('')], [plain('hello'), box]);
    await expect(send('hello')).rejects.toMatchObject({ detail: { reason: 'unconfirmed' } });
    expect(typed).not.toContain('\r');
  }
});

test.concurrent('a line for the shell is sent only in shell mode, and not without a command', async ({ expect }) => {
  const shell = shows([plain('')], [other('shell', 'ls'), other('shell', 'ls'), other('shell', 'ls'), plain('')]);
  await shell.send('!ls');
  expect(shell.typed).toEqual(['!ls', '\r']);
  const asPrompt = shows([plain('')], [plain('!ls')]);
  await expect(asPrompt.send('!ls')).rejects.toMatchObject({ detail: { reason: 'draft' } });
  expect(asPrompt.typed).toEqual(['!ls']);
  for (const content of ['!', '! ', '!\u200B']) {
    const { send, typed } = shows([plain('')]);
    await expect(send(content)).rejects.toMatchObject({ detail: { reason: 'empty' } });
    expect(typed).toEqual([]);
  }
});

test.concurrent('a message that was shown too late is sent by a single return when it is sent again', async ({
  expect,
}) => {
  const field = new Field();
  field.isStalled = true;
  const input = new ChatInput(field);
  const message = { content: 'Go on', withDraft: undefined };
  await expect(input.send(message)).rejects.toMatchObject({ detail: { reason: 'unconfirmed' } });
  field.isStalled = false;
  field.typed.length = 0;
  await input.send(message);
  expect(field.typed).toEqual(['\r']);
});

test.concurrent('no second return is pressed once Claude Code reported that it took the message', async ({
  expect,
}) => {
  const { input, typed, send } = shows([plain('')], [plain('hello')]);
  const sending = send('hello');
  await expect.poll(() => typed).toContain('\r');
  input.took('hello');
  await sending;
  expect(typed.filter((text) => text === '\r')).toHaveLength(1);
});

test.concurrent('text that Claude Code took and left in the box is removed, unless the person has typed behind it', async ({
  expect,
}) => {
  const field = new Field();
  field.listens = false;
  const input = new ChatInput(field);
  const send = async (content: string, behind = '') => {
    field.typed.length = 0;
    const sending = input.send({ content, withDraft: undefined });
    await expect.poll(() => field.typed).toContain('\r');
    field.text += behind;
    input.took(content);
    await sending;
    return field.text;
  };
  expect(await send('Go on,\nplease')).toBe('');
  expect(await send('And then', ' what')).toBe('And then what');
});

/** Counts the presses of Escape until the work ends. In vim, the first one leaves insert mode. */
async function pressesToStop(work: { readonly presses: number; readonly isVim: boolean }) {
  let presses = 0;
  const isWorking = () => presses < work.presses;
  const input = new ChatInput({
    ...KEYS,
    shownWithinMs: 600,
    type: (typed) => (presses += typed === '\u001B' ? 1 : 0),
    read() {
      const isNormal = work.isVim && presses > 0;
      const box: InputBox = isNormal ? { kind: 'other', what: 'vim', text: '', isVimNormal: true } : plain('');
      return Promise.resolve({ box, isWorking: isWorking() });
    },
  });
  await input.interrupt();
  return { presses, isWorking: isWorking() };
}

test.concurrent('a turn is stopped by one Escape, or by two in vim’s insert mode, and a panel is closed', async ({
  expect,
}) => {
  expect(await pressesToStop({ presses: 1, isVim: false })).toEqual({ presses: 1, isWorking: false });
  expect(await pressesToStop({ presses: 2, isVim: true })).toEqual({ presses: 2, isWorking: false });
  // It ends slowly: without vim, a second Escape would do something else.
  expect(await pressesToStop({ presses: 2, isVim: false })).toMatchObject({ presses: 1 });
  const { input, typed } = shows([other('panel')], [plain('')]);
  await input.interrupt();
  expect(typed).toEqual(['\u001B']);
  // A list inside a panel takes the first Escape.
  const nested = shows([other('panel')], [other('dialog'), plain('')]);
  await nested.input.interrupt();
  expect(nested.typed).toEqual(['\u001B', '\u001B']);
});
