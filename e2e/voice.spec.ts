import type { Page } from '@playwright/test';

import { beginSample, expect, say, settled, test } from './warren.ts';

interface Heard {
  readonly spoken: { text: string; lang: string }[];
  readonly cancels: number;
  readonly languages: string[];
}

interface Voice {
  /** Sets the words that the browser recognises when it listens next. */
  hear(words: readonly string[]): Promise<void>;
  log(): Promise<Heard>;
}

/** A browser with doubles of its speech APIs, which would need the servers of the browser's vendor. */
async function browserThatHears(page: Page): Promise<Voice> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    const log = { spoken: [] as { text: string; lang: string }[], cancels: 0, languages: [] as string[] };
    class Recognition {
      lang = '';
      continuous = false;
      interimResults = false;
      onresult: ((event: object) => void) | null = null;
      onerror: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        log.languages.push(this.lang);
        this.onresult?.({ results: heard.slice(0, 1).map((transcript) => [{ transcript }]) });
      }
      stop() {
        if (heard.length === 0) this.onerror?.({ error: 'no-speech' });
        else this.onresult?.({ results: heard.map((transcript) => [{ transcript }]) });
        setTimeout(() => this.onend?.());
      }
      abort() {}
    }
    class Utterance {
      lang = '';
      rate = 1;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = {
      speak: ({ text, lang }: Utterance) => log.spoken.push({ text, lang }),
      cancel: () => (log.cancels += 1),
    };
    Object.assign(globalThis, {
      SpeechRecognition: Recognition,
      webkitSpeechRecognition: Recognition,
      SpeechSynthesisUtterance: Utterance,
      voiceLog: log,
      voiceHeard: heard,
    });
    Object.defineProperty(globalThis, 'speechSynthesis', { configurable: true, value: synthesis });
  });
  return {
    hear: (words) =>
      page.evaluate((next) => {
        const { voiceHeard } = globalThis as unknown as { voiceHeard: string[] };
        voiceHeard.splice(0, voiceHeard.length, ...next);
      }, words),
    log: () => page.evaluate(() => (globalThis as unknown as { voiceLog: Heard }).voiceLog),
  };
}

test('voice is off until it is chosen; then answers are dictated and replies read aloud', async ({ page, warren }) => {
  const voice = await browserThatHears(page);
  const field = page.getByRole('textbox', { name: 'Your answer' });
  const speak = page.getByRole('button', { name: 'Hold to speak' });
  const spoken = async () => (await voice.log()).spoken;
  const choose = async (labels: readonly string[]) => {
    await page.goto(`${warren.server.url}/settings/recall`);
    for (const label of labels) await page.getByRole('checkbox', { name: label }).check();
    await page.getByRole('link', { name: 'Today' }).first().click();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    await expect(field).toBeVisible();
    await settled(page);
  };
  await warren.signIn(page);
  await beginSample(page);

  await test.step('without a choice the page has neither', async () => {
    await expect(speak).toHaveCount(0);
    await say(page, 'No idea');
    await settled(page);
    expect(await spoken()).toEqual([]);
  });

  await test.step('speech while the button or the key is held goes into the field and is not sent', async () => {
    await choose(['Dictate answers']);
    await voice.hear(['caffeine blocks', 'the receptors']);
    await field.fill('I think');
    await speak.hover();
    await page.mouse.down();
    await expect(speak).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Listening. Let go when you are done.')).toBeVisible();
    await expect(page.getByText('caffeine blocks', { exact: true })).toBeVisible();
    await page.mouse.up();
    await expect(field).toHaveValue('I think caffeine blocks the receptors');
    await expect(speak).toHaveAttribute('aria-pressed', 'false');
    await expect(page.locator('[data-author=person]')).toHaveCount(1);

    await field.fill('');
    await page.keyboard.down('Alt');
    await page.keyboard.down('KeyV');
    await expect(speak).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.up('KeyV');
    await page.keyboard.up('Alt');
    await expect(field).toHaveValue('caffeine blocks the receptors');
    await expect(speak).toHaveAttribute('aria-pressed', 'false');
    await field.fill('');
    await speak.focus();
    await page.keyboard.down('Space');
    await expect(speak).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.up('Space');
    await expect(field).toHaveValue('caffeine blocks the receptors');
    expect((await voice.log()).languages).toEqual(['en-US', 'en-US', 'en-US']);
  });

  await test.step('silence is reported and changes nothing', async () => {
    await voice.hear([]);
    await field.fill('kept');
    await speak.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was heard.' })).toBeVisible();
    await expect(field).toHaveValue('kept');
    await field.fill('');
  });

  await test.step('complete replies are read aloud, and typing stops the voice', async () => {
    await choose(['Read replies aloud']);
    const before = (await spoken()).length;
    await say(page, 'No idea');
    await settled(page);
    const reply = (await page.locator('[data-author=assistant] .say').last().innerText()).replace(/\s+/g, ' ').trim();
    const read = async () =>
      (await spoken())
        .slice(before)
        .map(({ text }) => text)
        .join(' ');
    await expect.poll(read).toBe(reply.replace(/_{3,}/g, '…'));
    expect(new Set((await spoken()).map(({ lang }) => lang))).toEqual(new Set(['en-US']));
    const { cancels } = await voice.log();
    await field.press('a');
    await expect.poll(async () => (await voice.log()).cancels).toBeGreaterThan(cancels);
  });

  await test.step('a browser without speech says so in the settings', async () => {
    await page.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(globalThis, name);
    });
    await page.goto(`${warren.server.url}/settings/recall`);
    await expect(page.getByText('This browser has no dictation.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Dictate answers' })).toBeDisabled();
  });
});
