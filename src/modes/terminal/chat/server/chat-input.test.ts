import { expect, test } from 'vitest';

import type { ScreenReading } from '../domain/items.ts';
import { ChatInput } from './chat-input.ts';

/** A terminal whose field takes what is typed, and lets go of it at a return once it listens. */
class Field {
  text = '';
  listens = true;
  readonly typed: string[] = [];

  type(text: string): void {
    this.typed.push(text);
    if (text !== '\r') this.text += text.replaceAll('\u001B[200~', '').replaceAll('\u001B[201~', '');
    else if (this.listens) this.text = '';
  }

  read(): Promise<ScreenReading> {
    const field = { text: this.text, hasPasted: false, mode: 'prompt' } as const;
    return Promise.resolve({ field, dialog: null, isWorking: false } as unknown as ScreenReading);
  }
}

test('a message that still stands in the field is not typed again when it is sent again', async () => {
  const field = new Field();
  field.listens = false;
  const input = new ChatInput(field);
  const message = { content: 'Go on', withDraft: false };
  await expect(input.send(message)).rejects.toMatchObject({ detail: { reason: 'unconfirmed' } });
  field.typed.length = 0;
  field.listens = true;
  await input.send(message);
  expect(field.typed).toEqual(['\r']);
  expect(field.text).toBe('');
});

test('a text of somebody else in the field is shown before anything is typed', async () => {
  const field = new Field();
  field.text = 'half a thought';
  const sent = new ChatInput(field).send({ content: 'Go on', withDraft: false });
  await expect(sent).rejects.toMatchObject({ detail: { reason: 'draft', field: 'half a thought' } });
  expect(field.typed).toEqual([]);
});
