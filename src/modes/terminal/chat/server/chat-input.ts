import { setTimeout as wait } from 'node:timers/promises';

import { AppError } from '#wire/error-kind.ts';

import type { ScreenReading } from '../domain/items.ts';
import { cleanInput, typedText } from '../domain/typed-text.ts';

interface TypedTerminal {
  type(text: string): void;
  /** The screen as it is now. */
  read(): Promise<ScreenReading>;
}

interface Message {
  readonly content: string;
  /** The person has seen what stands in the field, and sends both. */
  readonly withDraft: boolean;
}

const ESCAPE = '\u001B';
const LOOK_EVERY_MS = 60;
/** Between the text and its return: one that comes at once is taken for a part of a paste. */
const BEFORE_RETURN_MS = 120;
const SHOWN_WITHIN_MS = 2_000;
const SENT_WITHIN_MS = 1_500;
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
    const { isWorking, dialog } = await this.#terminal.read();
    if (!isWorking && dialog === null)
      throw new AppError('refused', 'There is nothing under way to interrupt.', { reason: 'nothing-to-stop' });
    this.#terminal.type(ESCAPE);
  }

  async #send({ content, withDraft }: Message): Promise<void> {
    const text = cleanInput(content);
    if (text.trim() === '') throw new AppError('refused', 'The message is empty.', { reason: 'empty' });
    const draft = await this.#draft();
    const stands = draft !== '' && this.#left?.content === content && this.#left.shown === draft;
    this.#left = null;
    if (!stands) {
      if (draft !== '' && !withDraft)
        throw new AppError('refused', 'The terminal’s input box is not empty.', { reason: 'draft', field: draft });
      this.#terminal.type(typedText(draft === '' ? content : `\n${content}`));
      await this.#isShown(draft);
    }
    for (let returns = 0; returns < MAX_RETURNS; returns += 1) {
      await wait(BEFORE_RETURN_MS);
      await this.#field();
      this.#terminal.type('\r');
      if (await this.#isSent()) return;
    }
    // Sent again, it is not typed a second time.
    this.#left = { content, shown: await this.#field() };
    throw new AppError('refused', 'The message is in the terminal’s input box, but Claude Code did not take it.', {
      reason: 'unconfirmed',
    });
  }

  /** What stands in the field of Claude Code. Throws while something else stands in its place. */
  async #field(): Promise<string> {
    let { field, dialog } = await this.#terminal.read();
    // While Claude Code starts, or paints its screen anew, there is neither for a moment.
    await until(SHOWN_WITHIN_MS, async () => {
      if (!field && !dialog) ({ field, dialog } = await this.#terminal.read());
      return field !== null || dialog !== null;
    });
    if (dialog)
      throw new AppError(
        'refused',
        'Not sent: Claude Code waits for an answer. Give it first, here or in the terminal.',
        {
          reason: 'dialog',
        },
      );
    if (!field)
      throw new AppError('refused', 'Not sent: Claude Code shows no input box. Look at the terminal.', {
        reason: 'not-ready',
      });
    return field.text;
  }

  /** A message that was just sent may leave the field a moment later. */
  async #draft(): Promise<string> {
    const draft = await this.#field();
    if (draft === '') return '';
    await wait(3 * LOOK_EVERY_MS);
    return this.#field();
  }

  async #isShown(before: string): Promise<void> {
    const isChanged = await until(SHOWN_WITHIN_MS, async () => (await this.#terminal.read()).field?.text !== before);
    if (!isChanged) throw new AppError('refused', 'The terminal did not take the message.', { reason: 'unconfirmed' });
  }

  /** The field is empty, or something else has taken its place. */
  #isSent(): Promise<boolean> {
    return until(SENT_WITHIN_MS, async () => {
      const { field } = await this.#terminal.read();
      return field === null || field.text === '';
    });
  }
}

async function until(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + withinMs;
  do {
    if (await isSo()) return true;
    await wait(LOOK_EVERY_MS);
  } while (performance.now() < end);
  return false;
}
