import { setTimeout as wait } from 'node:timers/promises';

import { AppError } from '#wire/error-kind.ts';

import type { ScreenReading } from '../domain/items.ts';
import { cleanInput, isInField, isVisible, typedText } from '../domain/typed-text.ts';

interface TypedTerminal {
  type(text: string): void;
  /** The screen as it is now. */
  read(): Promise<ScreenReading>;
  /** For so long Claude Code may take to show what was typed: it is slow on a machine that does much else. */
  readonly shownWithinMs: number;
}

type Field = NonNullable<ScreenReading['field']>;

interface Message {
  readonly content: string;
  /** The draft that the person has seen in the field, where they send both. */
  readonly withDraft: string | undefined;
}

const ESCAPE = '\u001B';
const LOOK_EVERY_MS = 60;
/** Between the text and its return: one that comes at once is taken for a part of a paste. */
const BEFORE_RETURN_MS = 120;
/** Of the time that Claude Code has to show something: what it offers for a command comes after the command. */
const TO_OFFER = 1 / 5;
/** A return that comes too soon is lost, so it is pressed again. One that was only slow would send the message twice. */
const TO_TAKE_RETURN = 1 / 2;
const MAX_RETURNS = 3;

/** Types messages of the chat into the terminal, one at a time. The screen is read before each thing that is typed. */
export class ChatInput {
  readonly #terminal: TypedTerminal;
  #before: Promise<unknown> = Promise.resolve();
  /** A message that still stands in the field, and how the field shows it. */
  #left: { readonly content: string; readonly shown: string } | null = null;

  constructor(terminal: TypedTerminal) {
    this.#terminal = terminal;
  }

  /** Resolves once the field has let go of the message. Rejects with an AppError if it could not be sent. */
  send(message: Message): Promise<void> {
    const sent = this.#before.then(() => this.#send(message));
    this.#before = sent.catch(() => undefined);
    return sent;
  }

  /** Presses Escape: it ends the turn under way, or the dialog that stands there. */
  async interrupt(): Promise<void> {
    const { isWorking, hasDialog } = await this.#terminal.read();
    if (!isWorking && !hasDialog)
      throw new AppError('refused', 'There is nothing under way to interrupt.', { reason: 'nothing-to-stop' });
    this.#terminal.type(ESCAPE);
  }

  async #send({ content, withDraft }: Message): Promise<void> {
    const text = cleanInput(content);
    if (!isVisible(text)) throw new AppError('refused', 'The message is empty.', { reason: 'empty' });
    const draft = await this.#draft();
    const stands = draft !== '' && this.#left?.content === content && this.#left.shown === draft;
    this.#left = null;
    let shown = draft;
    if (!stands) {
      if (draft !== '' && draft !== withDraft) throw draftRefused(draft);
      this.#terminal.type(typedText(draft === '' ? content : `\n${content}`));
      shown = await this.#shown(draft, draft + text);
    }
    for (let returns = 0; returns < MAX_RETURNS; returns += 1) {
      await wait(BEFORE_RETURN_MS);
      await this.#refuseOffer(shown);
      const { text: now } = await this.#field();
      // Somebody types in the terminal: their words are not ours to send.
      if (now !== shown && returns === 0) throw draftRefused(now);
      if (now !== shown) break;
      this.#terminal.type('\r');
      const isLast = returns === MAX_RETURNS - 1;
      if (await this.#isSent(shown, this.#terminal.shownWithinMs * (isLast ? 1 : TO_TAKE_RETURN))) return;
    }
    // Sent again, it is not typed a second time.
    if ((await this.#field()).text === shown) this.#left = { content, shown };
    throw new AppError('refused', 'The message is in the terminal’s input box, but Claude Code did not take it.', {
      reason: 'unconfirmed',
    });
  }

  /** The text in the field of Claude Code. Throws while something else stands in its place. */
  async #field(): Promise<Field> {
    let { field, hasDialog } = await this.#terminal.read();
    // While Claude Code starts, or paints its screen anew, there is neither for a moment.
    await until(this.#terminal.shownWithinMs, async () => {
      if (!field && !hasDialog) ({ field, hasDialog } = await this.#terminal.read());
      return field !== null || hasDialog;
    });
    if (hasDialog)
      throw new AppError(
        'refused',
        'Not sent: Claude Code waits for an answer. Give it first, here or in the terminal.',
        { reason: 'dialog' },
      );
    if (!field)
      throw new AppError('refused', 'Not sent: Claude Code shows no input box. Look at the terminal.', {
        reason: 'not-ready',
      });
    return field;
  }

  /** A message that was just sent may leave the field a moment later. */
  async #draft(): Promise<string> {
    const { text } = await this.#field();
    if (text === '') return '';
    await wait(3 * LOOK_EVERY_MS);
    return (await this.#field()).text;
  }

  /** The text that the field shows once it holds a text and nothing else. */
  async #shown(before: string, text: string): Promise<string> {
    let shown = before;
    const holds = await until(this.#terminal.shownWithinMs, async () => {
      shown = (await this.#field()).text;
      return shown !== before && isInField(shown, text);
    });
    if (holds) return shown;
    if (shown !== before) throw draftRefused(shown);
    throw new AppError('refused', 'The terminal did not take the message.', { reason: 'unconfirmed' });
  }

  /**
   * A return behind a command runs the one that is offered first, unless Escape has closed the list. Even where that is the
   * same, Claude Code may complete it in the field after it has run it.
   */
  async #refuseOffer(shown: string): Promise<void> {
    if (!/^\/\S+$/u.test(shown)) return;
    const offered = async () => (await this.#field()).offered;
    const isOffered = await until(this.#terminal.shownWithinMs * TO_OFFER, async () => (await offered()) !== undefined);
    if (!isOffered) return;
    this.#terminal.type(ESCAPE);
    if (await until(this.#terminal.shownWithinMs, async () => (await offered()) === undefined)) return;
    throw new AppError('refused', 'Claude Code offers another command. Choose in the terminal.', {
      reason: 'unconfirmed',
    });
  }

  /** The field has let go of what it showed, or something else has taken its place. */
  #isSent(shown: string, withinMs: number): Promise<boolean> {
    return until(withinMs, async () => {
      const { field } = await this.#terminal.read();
      return field === null || !field.text.startsWith(shown);
    });
  }
}

const draftRefused = (field: string) =>
  new AppError('refused', 'The terminal’s input box is not empty.', { reason: 'draft', field });

async function until(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + withinMs;
  do {
    if (await isSo()) return true;
    await wait(LOOK_EVERY_MS);
  } while (performance.now() < end);
  return false;
}
