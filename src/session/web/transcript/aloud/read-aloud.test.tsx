// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { ReadAloudButton } from './read-aloud-button.tsx';
import { stopReading } from './read-aloud.ts';

/** What the browser has been given to say, of which the last is being said. */
let said: { readonly text: string; lang: string; end: () => void }[];
class Utterance extends EventTarget {
  lang = '';
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  end(): void {
    this.dispatchEvent(new Event('end'));
  }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const german = `Die Bienen sehen das Licht. ${'Und die Blumen sind für sie nicht nur gelb. '.repeat(12)}\n\n\`\`\`\nlet code;\n\`\`\``;

beforeEach(() => {
  said = [];
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: Utterance) => void said.push(utterance),
    // Browsers end what is cancelled.
    cancel: () => said.at(-1)?.end(),
  });
});

test('a long answer is read sentence by sentence in its language, pauses, goes on with the sentence, and stops', async () => {
  render(<ReadAloudButton messageId="m1" text={german} />);
  await press('Read aloud');
  expect(said).toMatchObject([{ text: 'Die Bienen sehen das Licht.', lang: 'de' }]);
  said[0]?.end();
  expect(said).toHaveLength(2);
  await press('Pause reading');
  expect(said).toHaveLength(2);
  await press('Go on reading');
  expect(said[2]?.text).toBe(said[1]?.text);
  await press('Stop reading');
  expect(said).toHaveLength(3);
  await press('Read aloud');
  for (let at = 3; at < said.length; at += 1) said[at]?.end();
  expect(said.map(({ text }) => text).join(' ')).not.toContain('code');
  await screen.findByRole('button', { name: 'Read aloud' });
  await press('Read aloud');
  const { length } = said;
  stopReading();
  expect(said).toHaveLength(length);
});

test('a short answer has no such button, and neither has a browser without a voice', () => {
  const shown = render(<ReadAloudButton messageId="m1" text="Short." />);
  expect(screen.queryByRole('button')).toBeNull();
  vi.unstubAllGlobals();
  shown.rerender(<ReadAloudButton messageId="m1" text={german} />);
  expect(screen.queryByRole('button')).toBeNull();
});
