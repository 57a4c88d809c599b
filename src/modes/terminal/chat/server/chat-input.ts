import { setTimeout as wait } from 'node:timers/promises';

import { AppError } from '#wire/error-kind.ts';

import type { PermissionMode, ShownPermissionMode } from '../../protocol.ts';
import { type InputBox, type OtherBox, textOrNothing } from '../domain/screen/read-input-box.ts';
import { cleanInput, isBeginning, isForShell, isInField, isVisible, typedText } from '../domain/typed-text.ts';
import { boxRefused, draftRefused, returnRefused } from './box-refusals.ts';
import { switchPermissionMode } from './switch-permission-mode.ts';
import { LOOK_EVERY_MS, until } from './until.ts';

export interface TypedTerminal {
  type(text: string): void;
  /**
   * `isAtEnd`: whether the cursor is behind the text. `unknown`: the last command that Claude Code reported as unknown.
   */
  read(): Promise<{
    readonly box: InputBox;
    readonly isWorking: boolean;
    readonly isAtEnd?: boolean;
    readonly unknown?: string | undefined;
    readonly permissionMode?: ShownPermissionMode | undefined;
  }>;
  /** Call it when the input box inserts every key as a letter, so it is in no mode of vim. */
  readonly forgetVim: () => void;
  /** Whether the list of Claude Code's commands has this one. Plugins can add commands that are not in it. */
  readonly hasCommand: (command: string) => Promise<boolean>;
  /** The bytes of the key that sends the text in the box; null if no known key does. */
  readonly sendKey: () => Promise<string | null>;
  /** Maximum time in which Claude Code shows typed text, in ms. It is slow on a busy machine. */
  readonly shownWithinMs: number;
}

interface Message {
  readonly content: string;
  /** The draft in the field as the person saw it, if they send both. */
  readonly withDraft: string | undefined;
}

const noCommand = (command: string) =>
  new AppError('refused', `Claude Code has no command ${command}.`, { reason: 'unknown-command' });

const BACKSPACE = '\u007F';
const ESCAPE = '\u001B';
const HOME = '\u0001';
const END = '\u0005';
/** Wait between the text and its return: Claude Code takes an immediate return for a part of a paste. */
const BEFORE_RETURN_MS = 120;
/** Share of `shownWithinMs`. Claude Code shows its offer for a command after the command. */
const TO_OFFER = 1 / 5;
/** Share of `shownWithinMs` in which Claude Code, already busy with a command, can still report it as unknown. */
const TO_REPORT = 1 / 2;
/**
 * Share of `shownWithinMs`. A return that comes too early is lost and pressed again; if it was only slow, a second one
 * would send the message twice.
 */
const TO_TAKE_RETURN = 1 / 2;
const MAX_RETURNS = 3;
/** Share of `shownWithinMs` after which anything that briefly replaces the input box is gone. */
const TO_PASS = 1 / 10;
/** Share of `shownWithinMs`. Vim takes some keys for a part of a command, and shows nothing. */
const TO_SHOW_KEY = 1 / 5;
const MAX_ESCAPES = 3;
/** Shell mode with a mode of vim in it needs several steps. */
const MAX_MODES_LEFT = 4;
/** A key can get lost while Claude Code is slow. */
const MAX_ENDS = 3;

/** A typed message that Claude Code has not taken yet. */
interface Typed {
  readonly content: string;
  /** The text that the box holds, beginning with a draft that it had before. */
  readonly text: string;
  /** It was typed into an empty box and begins with `!`, so the box is in shell mode. */
  readonly isForShell: boolean;
}

/**
 * Types messages of the chat into the terminal, one at a time. It reads the screen before each thing that it types, and
 * types nothing into a box that is not known to take messages.
 */
export class ChatInput {
  readonly #terminal: TypedTerminal;
  #before: Promise<unknown> = Promise.resolve();
  #typed: Typed | null = null;
  /** Claude Code has reported that it took the typed message. */
  #isTaken = false;
  /** Claude Code offered the typed command, under this name or another one. */
  #wasOffered = false;
  /** The last sent text, as the box showed it; null once somebody else may have typed into the box. */
  #sent: { readonly shown: string; readonly length: number } | null = null;

  constructor(terminal: TypedTerminal) {
    this.#terminal = terminal;
  }

  /** Resolves once the message has left the box. Rejects with an AppError if it could not be sent. */
  send(message: Message): Promise<void> {
    return this.#inTurn(() => this.#send(message));
  }

  /** Rejects with an AppError if the program is not in that mode afterwards. */
  changePermissionMode(mode: PermissionMode): Promise<void> {
    return this.#inTurn(() => switchPermissionMode(this.#terminal, mode));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => undefined);
    return done;
  }

  /** Presses Escape, which ends the running turn or closes the open dialog or panel. */
  async interrupt(): Promise<void> {
    const soon = this.#terminal.shownWithinMs * TO_PASS;
    let isWriting = false;
    let isPanel = false;
    // A screen that is being repainted shows neither for a moment.
    const isUnderWay = await until(soon, async () => {
      const { isWorking, box } = await this.#terminal.read();
      isWriting = isWorking && !isOther(box);
      isPanel = isOther(box, 'panel');
      return isWorking || isOther(box, 'dialog') || isPanel;
    });
    if (!isUnderWay)
      throw new AppError('refused', 'There is nothing under way to interrupt.', { reason: 'nothing-to-stop' });
    this.#terminal.type(ESCAPE);
    if (isPanel) return this.#close(soon);
    // Claude Code puts a prompt that it had not begun to answer back into the box.
    this.#sent = null;
    if (!isWriting) return;
    // With vim keys the first Escape only leaves insert mode.
    let isLeft = false;
    await until(soon, async () => {
      const { isWorking, box } = await this.#terminal.read();
      isLeft = isWorking && isOther(box, 'vim');
      return isLeft || !isWorking;
    });
    if (isLeft) this.#terminal.type(ESCAPE);
  }

  /** Closes a panel and those inside it, which need an Escape each. */
  async #close(withinMs: number): Promise<void> {
    for (let presses = 1; presses < MAX_ESCAPES; presses += 1) {
      if (await until(withinMs, async () => !isOther(await this.#box()))) return;
      this.#terminal.type(ESCAPE);
    }
  }

  /** Call it when somebody types in the terminal: the text in the box then no longer counts as the chat's. */
  typedByOther(): void {
    this.#sent = null;
  }

  /** Call it when Claude Code reports that it took a prompt. */
  took(prompt: string): void {
    if (this.#typed && isInField(prompt, this.#typed.text)) this.#isTaken = true;
  }

  async #send({ content, withDraft }: Message): Promise<void> {
    const clean = cleanInput(content);
    if (!isVisible(clean.replace(/^!/u, '')))
      throw new AppError('refused', 'The message is empty.', { reason: 'empty' });
    // A return would run the first command in the list that a slash opens.
    if (clean.trim() === '/') throw new AppError('refused', 'A slash alone names no command.', { reason: 'empty' });
    const sendKey = await this.#terminal.sendKey();
    if (sendKey === null) throw noSendKey();
    const shown = (await this.#standing(content)) ?? (await this.#typeBehindDraft(content, withDraft));
    for (let returns = 0; returns < MAX_RETURNS; returns += 1) {
      await wait(BEFORE_RETURN_MS);
      await this.#refuseOffer(shown);
      if (returns === 0) await this.#refuseUnknown(shown);
      const box = await this.#settled();
      if (returns === 0) {
        this.#isTaken = false;
        // Somebody else typed in the terminal; the chat must not send their words.
        if (this.#ownIn(box) !== shown)
          throw box.kind === 'other' ? returnRefused(box.what) : draftRefused(textOf(box));
      } else if (this.#isTaken || this.#ownIn(box) !== shown) break;
      this.#terminal.type(sendKey);
      const isLast = returns === MAX_RETURNS - 1;
      if (await this.#isSent(shown, this.#terminal.shownWithinMs * (isLast ? 1 : TO_TAKE_RETURN)))
        return this.#requireKnown(clean);
    }
    if (this.#isTaken) return this.#letGo(shown);
    throw new AppError('refused', 'The message is in the terminal’s input box, but Claude Code did not take it.', {
      reason: 'unconfirmed',
    });
  }

  /** Rejects an unknown command. No feed reports one, so its message would wait forever. */
  async #requireKnown(content: string): Promise<void> {
    const [command] = /^\/\S+/u.exec(content.trim()) ?? [];
    if (command === undefined) return;
    let isUnknown = false;
    const within = (share: number, isSo: (isWorking: boolean) => boolean) =>
      until(this.#terminal.shownWithinMs * share, async () => {
        const { unknown, isWorking } = await this.#terminal.read();
        return (isUnknown = unknown === command) || isSo(isWorking);
      });
    // On a busy machine the report is late. A command that is in no list can belong to a plugin, and starts a turn.
    if (!(await within(TO_PASS, () => false)) && !(await this.#terminal.hasCommand(command))) {
      await within(1, (isWorking) => isWorking);
      // Claude Code also looks busy for a moment before it reports an unknown command.
      if (!isUnknown) await within(TO_REPORT, () => false);
    }
    if (isUnknown) throw noCommand(command);
  }

  /** The text in the box if it is this message, typed before and never taken; undefined otherwise. */
  async #standing(content: string): Promise<string | undefined> {
    return this.#typed?.content === content ? this.#ownIn(await this.#settled()) : undefined;
  }

  /** Types the message, and returns the text that the box then shows. */
  async #typeBehindDraft(content: string, withDraft: string | undefined): Promise<string> {
    this.#typed = null;
    const draft = await this.#plainDraft(withDraft);
    this.#wasOffered = false;
    this.#typed = { content, text: draft + cleanInput(content), isForShell: draft === '' && isForShell(content) };
    this.#terminal.type(typedText(draft === '' ? content : `\n${content}`));
    return this.#shown(draft);
  }

  /** Returns the box once it is recognised: waits for states that pass by themselves. */
  async #settled(): Promise<InputBox> {
    let box = await this.#box();
    const settle = (share: number, isPassing: (seen: InputBox) => boolean) =>
      until(this.#terminal.shownWithinMs * share, async () => {
        if (isPassing(box)) box = await this.#box();
        return !isPassing(box);
      });
    // While Claude Code starts or repaints its screen, it briefly shows nothing, or something that looks like a dialog.
    await settle(1, (seen) => isOther(seen, 'not-in-sight'));
    await settle(TO_PASS, (seen) => isOther(seen) && this.#ownIn(seen) === undefined);
    return box;
  }

  async #box(): Promise<InputBox> {
    return (await this.#terminal.read()).box;
  }

  /** The text in the box, if it is the typed message and a return sends it; undefined otherwise. */
  #ownIn(box: InputBox): string | undefined {
    if (!this.#typed || box.kind === 'empty') return undefined;
    const { text, isForShell: isShell } = this.#typed;
    // A return in vim's normal mode sends the text too.
    const isSent = box.kind === 'draft' ? !isShell : isShell ? box.what === 'shell' : box.what === 'vim';
    return isSent && box.text !== undefined && box.text !== '' && isInField(box.text, text) ? box.text : undefined;
  }

  #begins(shown: string): boolean {
    return this.#typed !== null && isBeginning(shown, this.#typed.text);
  }

  /**
   * Returns the draft in the box. First leaves any mode in which a message would do something else. Throws if the box
   * holds text that the person has not seen.
   */
  async #plainDraft(withDraft: string | undefined): Promise<string> {
    let box = await this.#settled();
    if (textOrNothing(box)) {
      // A message that was just sent can take a moment to leave the box.
      await wait(3 * LOOK_EVERY_MS);
      box = await this.#settled();
    }
    if (textOrNothing(box) !== withDraft && (await this.#clearSent(box))) box = await this.#settled();
    const mark = isOther(box, 'shell') ? '!' : isOther(box, 'memory') ? '#' : '';
    const text = textOrNothing(box);
    if (text === undefined) throw boxRefused(whatOf(box));
    if (text !== '' && mark + text !== withDraft) throw draftRefused(mark + text);
    for (let left = 0; box.kind === 'other' && textOrNothing(box) === text && left < MAX_MODES_LEFT; left += 1)
      box = await this.#leaveMode(box, left);
    if (textOf(box) !== text) throw draftRefused(textOf(box));
    if (text !== '') await this.#goToEnd(text);
    return text;
  }

  /** Moves the cursor behind the draft, because the message is typed at the cursor. */
  async #goToEnd(draft: string): Promise<void> {
    const isThere = async () => (await this.#terminal.read()).isAtEnd !== false;
    for (let presses = 0; presses < MAX_ENDS; presses += 1) {
      if (await isThere()) return;
      this.#terminal.type(END);
      if (await until(this.#terminal.shownWithinMs * TO_PASS, isThere)) return;
    }
    throw draftRefused(draft);
  }

  /** Returns the box afterwards. `tries`: the number of previous attempts. */
  async #leaveMode(box: Extract<InputBox, { kind: 'other' }>, tries: number): Promise<InputBox> {
    const { what, text, isVimNormal = false } = box;
    if (text === undefined) throw boxRefused(what);
    if (isVimNormal && tries > 0 && !(await this.#terminal.read()).isWorking) {
      // A vim command is half typed, or text is selected.
      this.#terminal.type(ESCAPE);
      await wait(3 * LOOK_EVERY_MS);
    }
    const key = text === '' ? 'i' : 'A';
    // One by one, because Claude Code takes several keys at once for a text.
    for (const each of isVimNormal ? [key] : text === '' ? [BACKSPACE] : [HOME, BACKSPACE]) {
      this.#terminal.type(each);
      await wait(LOOK_EVERY_MS);
    }
    let now: InputBox = box;
    const hasChanged = (seen: InputBox) =>
      seen.kind !== 'other' || seen.what !== what || seen.text !== text || seen.isVimNormal !== isVimNormal;
    // The wait is long, because a second press of a key that was only slow to show would take effect twice.
    const share = isVimNormal ? TO_SHOW_KEY : TO_PASS;
    await until(this.#terminal.shownWithinMs * share, async () => hasChanged((now = await this.#box())));
    if (!isVimNormal || textOrNothing(now)?.length !== text.length + 1 || !textOrNothing(now)?.includes(key))
      return now;
    // The key was inserted as text, so this is not vim.
    this.#terminal.type(BACKSPACE);
    this.#terminal.forgetVim();
    await until(this.#terminal.shownWithinMs * TO_PASS, async () => textOrNothing((now = await this.#box())) === text);
    return now;
  }

  /** Returns the text in the box once it holds the typed text and nothing else. */
  async #shown(before: string): Promise<string> {
    let box = await this.#box();
    const own = () => (textOrNothing(box) === before ? undefined : this.#ownIn(box));
    const isShown = async () => {
      box = await this.#box();
      return own() !== undefined;
    };
    // Text that somebody else typed in between does not go away.
    let ownAt = performance.now();
    const isStrange = () => {
      const text = textOrNothing(box);
      if (text === undefined || text === before || this.#begins(text)) ownAt = performance.now();
      return performance.now() - ownAt > this.#terminal.shownWithinMs * TO_OFFER;
    };
    await until(this.#terminal.shownWithinMs, async () => (await isShown()) || isOther(box, 'dialog') || isStrange());
    // A screen that is being repainted can look like a dialog for a moment.
    if (own() === undefined) await until(this.#terminal.shownWithinMs * TO_PASS, isShown);
    const shown = own();
    if (shown !== undefined) return shown;
    if (box.kind === 'other') throw returnRefused(box.what);
    if (textOf(box) !== before) throw draftRefused(textOf(box));
    throw new AppError('refused', 'The terminal did not take the message.', { reason: 'unconfirmed' });
  }

  /**
   * Closes the list of offered commands. A return would run the first offer; even if that is the typed command, Claude
   * Code may complete it in the field after running it.
   */
  async #refuseOffer(shown: string): Promise<void> {
    if (!/^\/\S+$/u.test(shown)) return;
    let offered: string | undefined;
    const isOffered = async () => {
      const box = await this.#box();
      offered = box.kind === 'draft' ? box.offered : undefined;
      return offered !== undefined;
    };
    if (!(await until(this.#terminal.shownWithinMs * TO_OFFER, isOffered))) return;
    // A command with this name, or with this alias, precedes those that begin with it.
    this.#wasOffered = offered === shown || offered?.startsWith(shown) === false;
    this.#terminal.type(ESCAPE);
    if (await until(this.#terminal.shownWithinMs, async () => !(await isOffered()))) return;
    throw new AppError('refused', 'Claude Code offers another command. Choose in the terminal.', {
      reason: 'unconfirmed',
    });
  }

  /**
   * Refuses an unknown command during a turn, where it would wait for the end and then vanish silently. Claude Code
   * offers every command that it has.
   */
  async #refuseUnknown(shown: string): Promise<void> {
    const [, command, further] = /^(\/[\w:-]+)(\s[^]*)?$/u.exec(shown) ?? [];
    if (command === undefined || this.#wasOffered) return;
    // The menu is empty behind a space. Names of commands from plugins and servers have a prefix and are unknown here.
    if (further !== undefined && /:|__/u.test(command)) return;
    if (await this.#terminal.hasCommand(command)) return;
    // A screen that is being repainted hides the spinner for a moment.
    const isWorking = async () => (await this.#terminal.read()).isWorking;
    if (!(await until(this.#terminal.shownWithinMs * TO_PASS, isWorking))) return;
    this.#remember(shown);
    await this.#clearSent(await this.#box());
    throw noCommand(command);
  }

  /** Waits until the box no longer holds the text, or something else replaces the box. */
  async #isSent(shown: string, withinMs: number): Promise<boolean> {
    const isSent = await until(withinMs, async () => this.#isTaken || !(await this.#beginsWith(shown)));
    if (isSent) await this.#letGo(shown);
    return isSent;
  }

  /**
   * Removes a taken message from the box. If the return comes as a turn ends, Claude Code 2.1.197 takes the message but
   * leaves its text, and would take it again with the next one. Text that the person typed behind it stays.
   */
  async #letGo(shown: string): Promise<void> {
    this.#remember(shown);
    const isGone = async () => !(await this.#beginsWith(shown));
    if (!(await until(this.#terminal.shownWithinMs * TO_PASS, isGone))) await this.#clearSent(await this.#box());
  }

  /** Records the message as sent; the box can still show it. */
  #remember(shown: string): void {
    this.#sent = { shown, length: this.#typed?.text.length ?? 0 };
    this.#typed = null;
  }

  /** Clears the box if it holds exactly the text that was sent last. */
  async #clearSent(box: InputBox): Promise<boolean> {
    if (!this.#sent || textOrNothing(box) !== this.#sent.shown) return false;
    const { shown, length } = this.#sent;
    this.#terminal.type(BACKSPACE.repeat(length));
    return until(this.#terminal.shownWithinMs, async () => !(await this.#beginsWith(shown)));
  }

  async #beginsWith(shown: string): Promise<boolean> {
    return textOrNothing(await this.#box())?.startsWith(shown) === true;
  }
}

const isOther = (box: InputBox, what?: OtherBox) => box.kind === 'other' && (what === undefined || box.what === what);
const whatOf = (box: InputBox) => (box.kind === 'other' ? box.what : 'panel');
const noSendKey = () =>
  new AppError(
    'refused',
    'Not sent: the keys of Claude Code are changed (keybindings.json), and none is known that sends. Send it in the terminal.',
    { reason: 'return-key' },
  );

/** The text in a plain box. Throws for any other box, into which nothing may be typed. */
function textOf(box: InputBox): string {
  if (box.kind === 'other') throw boxRefused(box.what);
  return box.kind === 'empty' ? '' : box.text;
}
