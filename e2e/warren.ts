import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, type Page, test as base } from '@playwright/test';

import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { findPostgres, startPostgres } from '../fixtures/database/postgres-server.ts';
import { addPerson } from '../fixtures/server/add-person.ts';
import { apiOf, type ChildServer, startChildServer } from '../fixtures/server/child-server.ts';

/** Warren for one new person. */
export interface Warren {
  readonly server: Pick<ChildServer, 'url' | 'token'>;
  readonly api: ReturnType<typeof apiOf>;
  link(): string;
  /** Follows the printed link and waits for Today. */
  signIn(page: Page): Promise<void>;
  /** Opens another page; a new browser signs in by the printed link. */
  open(page: Page, path: string): Promise<void>;
}

/** A Warren with a separate server and a new data folder. The person is its owner. */
export interface OwnWarren extends Warren {
  server: ChildServer;
  readonly home: string;
  /** Restarts it with the same data and port. */
  restart(): Promise<void>;
}

/** Tests must not use keys of the people who run them. The embedded agents answer without a pause. */
export const QUICK: NodeJS.ProcessEnv = {
  ANTHROPIC_API_KEY: '',
  OPENAI_API_KEY: '',
  WARREN_EMBEDDED_PACE_MS: '0',
};

export interface Shared {
  readonly server: ChildServer;
  readonly home: string;
  people: number;
}

export const test = base.extend<
  { environment: NodeJS.ProcessEnv; warren: Warren; ownWarren: OwnWarren },
  { servers: number; manyServers: void; shared: Shared }
>({
  /** Number of servers that replace each server. */
  servers: [Number(process.env['WARREN_TEST_SERVERS'] ?? 1), { option: true, scope: 'worker' }],
  manyServers: [
    async ({ servers }, provide) => {
      const installed = servers > 1 ? findPostgres() : undefined;
      if (servers <= 1 || installed === undefined) return provide();
      const postgres = await startPostgres(installed);
      Object.assign(process.env, { WARREN_TEST_SERVERS: servers, WARREN_TEST_POSTGRES: postgres.socketFolder });
      await provide();
      await postgres.stop();
    },
    { scope: 'worker', auto: true },
  ],
  /** Environment of a server started by the test, in addition to the common one. */
  environment: [QUICK, { option: true }],
  /** One server for all tests of a worker that neither kill nor configure it. */
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
    async ({}, provide) => {
      // Web servers and providers' doubles run on this machine.
      const environment = { ...QUICK, WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' };
      const { warren, end } = await startWarren(environment);
      await provide({ server: warren.server, home: warren.home, people: 0 });
      await end();
    },
    { scope: 'worker' },
  ],
  warren: async ({ shared, page }, provide) => {
    await fetchLittle(page);
    const name = `Person ${(shared.people += 1)}`;
    await provide(warrenOf(await addPerson(shared.server, { home: shared.home, name })));
  },
  ownWarren: async ({ environment }, provide) => {
    const { warren, end } = await startWarren(environment);
    await provide(warren);
    await end();
  },
});

/**
 * For pages whose server stays: prevents them from loading the code of all other pages, which takes as long as the page
 * itself.
 */
export const fetchLittle = (pages: Pick<Page, 'addInitScript'>) =>
  pages.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

function warrenOf(server: Warren['server']): Warren {
  return {
    server,
    api: apiOf(server),
    link: () => `${server.url}/#token=${server.token}`,
    async signIn(page) {
      await page.goto(this.link());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
    async open(page, path) {
      const isNew = page.url() === 'about:blank';
      await page.goto(`${server.url}${path}${isNew ? `#token=${server.token}` : ''}`);
      await expect(page.getByRole('main')).toBeVisible();
    },
  };
}

export async function startWarren(environment: NodeJS.ProcessEnv) {
  const home = mkdtempSync(path.join(tmpdir(), 'warren-e2e-'));
  const first = await startChildServer({ home, program: 'built', environment });
  const port = Number(new URL(first.url).port);
  const warren: OwnWarren = {
    ...warrenOf(first),
    server: first,
    home,
    async restart() {
      warren.server = await startChildServer({ home, port, program: 'built', environment });
    },
  };
  const end = async () => {
    await warren.server.stop();
    // A program that is being stopped can still write files.
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  };
  return { warren, end };
}

export { expect } from '@playwright/test';

/** The notice of a lost connection, found by its button. */
export const lostConnection = (page: Page) => page.getByRole('button', { name: 'Try now' });

/** The panel of a session in which every point was recalled, found by its button. */
export const covered = (page: Page) => page.getByRole('button', { name: 'Continue discussion' });

/** A set with ready points on Today, found by its button. */
export const ready = (page: Page) => page.getByRole('button', { name: 'Begin', exact: true }).first();

/** Answers that recall each point of the sample set: its words in lower case. */
export const sampleAnswers = sampleSet.points.map(({ text }) => text.toLowerCase());

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your answer' }).fill(text);
  await page.keyboard.press('Enter');
  // The page renders once per frame: the next step must not read the previous content.
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until nothing streams and nothing waits to be sent. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-status=streaming], [data-status=waiting]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

/** Opens the section with a title, if it is closed. */
export async function unfold(page: Page, title: string): Promise<void> {
  await page
    .locator('details')
    .filter({ hasText: title })
    .evaluate((details: HTMLDetailsElement) => (details.open = true));
}

/** Opens an entry of the palette by keyboard alone. */
export async function goByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** The compare card that waits for an answer, found by its button to continue. */
export const waitingCard = (page: Page) => page.getByRole('button', { name: 'Go on', exact: true });

/** Begins a session on the sample set from Today. */
export async function beginSample(page: Page): Promise<void> {
  await ready(page).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await expect(page.locator('[data-author=assistant]').first()).toBeVisible();
}

/** Undoes the last action by the button of its toast, which stays while the mouse is over it. */
export async function undoByToast(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' });
  await toast.getByRole('button', { name: 'Undo' }).last().click();
}

interface Cable {
  readonly pull: () => Promise<void>;
  readonly plug: () => void;
  /** The frames that it carried. */
  readonly frames: string[];
}

/** A connection between page and server that can be interrupted and restored. */
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
