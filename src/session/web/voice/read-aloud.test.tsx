// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { ReadAloudButton } from '../transcript/rows/read-aloud-button.tsx';
import { readNext, stopReading } from './read-aloud.ts';

/** The utterances that the voice got. */
let said: Utterance[];
/** The utterances that the voice has not finished. */
let queue: Utterance[];
class Utterance {
  lang = '';
  rate = 1;
  onend: (() => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const sayNext = () => act(() => queue.shift()?.onend?.());
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const german = `Die Bienen sehen das Licht. ${'Und die Blumen sind für sie nicht nur gelb. '.repeat(12)}\n\n\`\`\`\nlet code;\n\`\`\``;

beforeEach(() => {
  [said, queue] = [[], []];
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    speak(utterance: Utterance) {
      said.push(utterance);
      queue.push(utterance);
    },
    // Browsers fire `end` for cancelled utterances.
    cancel: () => queue.splice(0).forEach(({ onend }) => onend?.()),
  });
});

test('a long answer is read in its language, pauses, continues with the sentence, and stops', async () => {
  render(<ReadAloudButton messageId="m1" text={german} />);
  await press('Read aloud');
  expect(said).toHaveLength(13);
  expect(said[0]).toMatchObject({ text: 'Die Bienen sehen das Licht.', lang: 'de' });
  expect(said.map(({ text }) => text).join(' ')).not.toContain('code');
  sayNext();
  await press('Pause reading');
  expect(queue).toEqual([]);
  await press('Go on reading');
  expect(queue.map(({ text }) => text)).toEqual(said.slice(1, 13).map(({ text }) => text));
  await press('Stop reading');
  expect(queue).toEqual([]);
  await press('Read aloud');
  act(() => readNext('m2', 'And then this.'));
  expect(queue.at(-1)).toMatchObject({ text: 'And then this.' });
  while (queue.length > 0) sayNext();
  await press('Read aloud');
  act(stopReading);
  expect(queue).toEqual([]);
  expect(screen.getByRole('button', { name: 'Read aloud' })).toBeDefined();
});

test('a short answer has no such button, and neither has a browser without a voice', () => {
  const shown = render(<ReadAloudButton messageId="m1" text="Short." />);
  expect(screen.queryByRole('button')).toBeNull();
  vi.unstubAllGlobals();
  shown.rerender(<ReadAloudButton messageId="m1" text={german} />);
  expect(screen.queryByRole('button')).toBeNull();
});
