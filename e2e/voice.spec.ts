import type { Page } from '@playwright/test';

import { beginSample, expect, say, settled, test, type Warren } from './warren.ts';

interface Heard {
  readonly spoken: { text: string; lang: string }[];
  readonly cancels: number;
  readonly languages: string[];
}

/** A browser that hears and says what it is told: the speech APIs are the browser's own, and need its maker's servers. */
async function browserThatHears(page: Page, words: readonly string[]): Promise<() => Promise<Heard>> {
  await page.addInitScript((heard) => {
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
    });
    Object.defineProperty(globalThis, 'speechSynthesis', { configurable: true, value: synthesis });
  }, words);
  return () => page.evaluate(() => (globalThis as unknown as { voiceLog: Heard }).voiceLog);
}

async function choose(page: Page, warren: Warren, labels: readonly string[]): Promise<void> {
  await page.goto(`${warren.server.url}/settings/recall`);
  for (const label of labels) await page.getByRole('checkbox', { name: label }).check();
  await page.getByRole('link', { name: 'Today' }).first().click();
}

test('voice is off until it is chosen', async ({ page, warren }) => {
  const log = await browserThatHears(page, ['anything']);
  await warren.signIn(page);
  await beginSample(page);
  await expect(page.getByRole('button', { name: 'Hold to speak' })).toHaveCount(0);
  await say(page, 'No idea');
  await settled(page);
  expect((await log()).spoken).toEqual([]);
});

test('speech while the button or the key is held goes into the field and is not sent', async ({ page, warren }) => {
  const log = await browserThatHears(page, ['caffeine blocks', 'the receptors']);
  await warren.signIn(page);
  await choose(page, warren, ['Dictate answers']);
  await beginSample(page);
  const field = page.getByRole('textbox', { name: 'Your answer' });
  const speak = page.getByRole('button', { name: 'Hold to speak' });
  await field.fill('I think');
  await speak.hover();
  await page.mouse.down();
  await expect(speak).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Listening. Let go when you are done.')).toBeVisible();
  await expect(page.getByText('caffeine blocks', { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(field).toHaveValue('I think caffeine blocks the receptors');
  await expect(speak).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('[data-author=person]')).toHaveCount(0);

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
  expect((await log()).languages).toEqual(['en-US', 'en-US', 'en-US']);
});

test('silence is reported and changes nothing', async ({ page, warren }) => {
  await browserThatHears(page, []);
  await warren.signIn(page);
  await choose(page, warren, ['Dictate answers']);
  await beginSample(page);
  await page.getByRole('textbox', { name: 'Your answer' }).fill('kept');
  await page.getByRole('button', { name: 'Hold to speak' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was heard.' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('kept');
});

test('complete replies are read aloud, and typing stops the voice', async ({ page, warren }) => {
  const log = await browserThatHears(page, []);
  await warren.signIn(page);
  await choose(page, warren, ['Read replies aloud']);
  await beginSample(page);
  expect((await log()).spoken).toEqual([]);
  await say(page, 'No idea');
  await settled(page);
  const reply = (await page.locator('[data-author=assistant] .say').last().innerText()).replace(/\s+/g, ' ').trim();
  const read = () => log().then(({ spoken }) => spoken.map(({ text }) => text).join(' '));
  await expect.poll(read).toBe(reply.replace(/_{3,}/g, '…'));
  const { spoken, cancels } = await log();
  expect(new Set(spoken.map(({ lang }) => lang))).toEqual(new Set(['en-US']));
  await page.getByRole('textbox', { name: 'Your answer' }).press('a');
  await expect.poll(async () => (await log()).cancels).toBeGreaterThan(cancels);
});

test('a browser without speech says so in the settings', async ({ page, warren }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(globalThis, name);
  });
  await warren.signIn(page);
  await page.goto(`${warren.server.url}/settings/recall`);
  await expect(page.getByText('This browser has no dictation.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Dictate answers' })).toBeDisabled();
});
