import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { seeToday, signInByLink, withBrowser } from './support/browser.ts';
import { clickUntilShown } from './support/first-screen.ts';
import { launchServer } from './support/launched-server.ts';
import { seedLongSession } from './support/long-session.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const MESSAGES = 10_000;
const RUNS = 7;
const BUDGET_MS = 200;

/** From the click on Today to the painted screen with the latest of 10,000 messages. */
export function openLongSession(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const long = await withStore(home, async (store) => {
        const person = await seedFirstPerson(store, home);
        return seedLongSession(store, person.id, { messages: MESSAGES });
      });
      const first: number[] = [];
      const again: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const server = await launchServer('bin/warren start', home);
        const context = await browser.newContext();
        try {
          const page = await context.newPage();
          await signInByLink(page, server.link);
          first.push(await clickUntilShown(page, 'Continue', long.lastMessageId));
          await page.goto(server.url);
          await seeToday(page);
          again.push(await clickUntilShown(page, 'Continue', long.lastMessageId));
        } finally {
          await context.close();
          await server.stop();
        }
      }
      const what = `a session of ${long.messages.toLocaleString('en')} messages, from the click to the painted latest message, median of ${RUNS}`;
      return [
        atMost(BUDGET_MS, { name: 'open-long-session', what, value: median(again), unit: 'ms' }),
        atMost(BUDGET_MS, {
          name: 'open-long-session-first',
          what: 'the same by a server that has just started and a browser with an empty cache',
          value: median(first),
          unit: 'ms',
        }),
      ];
    }),
  );
}
