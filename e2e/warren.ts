import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, type Page, test as base } from '@playwright/test';

import { beginSession } from '../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../fixtures/server/child-server.ts';

/** A Warren of the test's own: a real server over a new data folder, reached as a person reaches it. */
export interface Warren {
  server: ChildServer;
  readonly home: string;
  readonly port: number;
  link(): string;
  api: ReturnType<typeof apiOf>;
  /** Follows the printed link and waits for Today. */
  signIn(page: Page): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
}

/** Whoever runs the tests may have keys of their own: no test may spend them. */
export const noKeys: NodeJS.ProcessEnv = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' };

export const test = base.extend<{ environment: NodeJS.ProcessEnv; warren: Warren }>({
  /** What the server gets beside what the tests run with. */
  environment: [noKeys, { option: true }],
  warren: async ({ environment }, provide) => {
    const { warren, end } = await startWarren(environment);
    await provide(warren);
    await end();
  },
});

export async function startWarren(environment: NodeJS.ProcessEnv) {
  const home = mkdtempSync(path.join(tmpdir(), 'warren-e2e-'));
  const server = await startChildServer({ home, program: 'built', environment });
  const warren: Warren = {
    server,
    home,
    port: Number(new URL(server.url).port),
    link: () => `${warren.server.url}/#token=${warren.server.token}`,
    api: apiOf(server),
    async signIn(page) {
      await page.goto(warren.link());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
    async restart() {
      warren.server = await startChildServer({ home, port: warren.port, program: 'built', environment });
    },
  };
  const end = async () => {
    await warren.server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { warren, end };
}

export { expect } from '@playwright/test';

/** The notice that the connection was lost, by its button. */
export const lostConnection = (page: Page) => page.getByRole('button', { name: 'Try now' });

/** The panel of a session in which every point was recalled, by its button. */
export const covered = (page: Page) => page.getByRole('button', { name: 'Continue discussion' });

/** A set with points that are ready, by its button on Today. */
export const ready = (page: Page) => page.getByRole('button', { name: 'Begin', exact: true }).first();

/** What recalls each point of the sample set, said in one's own words. */
export const sampleAnswers = [
  'Adenosine builds up in the brain while we are awake and that makes us sleepy.',
  'Caffeine blocks the adenosine receptors so you do not feel sleepy.',
  'When the caffeine wears off all the adenosine that kept building up acts at once, that is the crash.',
  'The half-life of caffeine is about five hours.',
  'With daily use the brain grows more adenosine receptors so the same cup does less.',
  'Withdrawal headaches come from blood vessels in the brain widening.',
  'Coffee in the evening reduces deep sleep even if falling asleep is easy.',
  'A short nap right after a coffee works because caffeine needs about twenty minutes to act.',
];

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your answer' }).fill(text);
  await page.keyboard.press('Enter');
  // The page draws once a frame: what is looked at next must not be what stood there before.
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until nothing streams and nothing waits to be sent. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-status=streaming], [data-status=waiting]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

/** Goes where the palette leads, by keys alone. */
export async function goByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Begins the sample set from Today. */
export async function beginSample(page: Page): Promise<void> {
  await ready(page).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await expect(page.locator('[data-author=assistant]').first()).toBeVisible();
}

/** A point that takes the tutor some seconds to tell: 240 words. */
export const longPoint = Array.from({ length: 240 }, (_, index) => `word${index}`).join(' ');

/** A session on a set whose first point is long; telling it streams for a few seconds. */
export async function beginLongSession(page: Page, warren: Warren): Promise<string> {
  const { session } = await beginSession(warren.api, [longPoint, 'The second point is short.'], 'Long');
  await page.goto(`${warren.server.url}/session/${session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  return session;
}

/** The reply under way, once some words of the long point have come. */
export async function streamingReply(page: Page) {
  const reply = page.locator('[data-author=assistant][data-status=streaming]');
  await expect(reply).toContainText('word20');
  return reply;
}

interface Cable {
  readonly pull: () => Promise<void>;
  readonly plug: () => void;
  /** What came over it. */
  readonly frames: string[];
}

/** A cable between the page and the server that can be pulled out and put back. */
export async function cable(page: Page): Promise<Cable> {
  let isOut = false;
  const open = new Set<() => Promise<void>>();
  const frames: string[] = [];
  await page.routeWebSocket('**/ws', (socket) => {
    if (isOut) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      frames.push(String(frame));
      socket.send(frame);
    });
    open.add(async () => {
      await server.close();
      await socket.close();
    });
  });
  return {
    frames,
    async pull() {
      isOut = true;
      for (const close of open) await close();
      open.clear();
    },
    plug() {
      isOut = false;
    },
  };
}
