import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { openExplore } from './support/explore-turns.ts';
import { launchServer } from './support/launched-server.ts';
import { bucketId, seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SOURCES = 500;
const RUNS = 15;

/** The panel of an exploration with 500 sources, from the click that shows another context to the painted rows. */
export function explorePanel(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const person = await withStore(home, async (store) => {
        const seeded = await seedFirstPerson(store, home);
        const words = createWordSearch(store, (message, cause) => console.error(message, cause));
        const library = { person: seeded.id, sources: SOURCES, passagesPerSource: 1, buckets: 1, models: [], words };
        await seedLibrary(store, library);
        await words.close();
        return seeded;
      });
      const server = await launchServer('bin/warren start', home);
      try {
        const turns = await openExplore(server, { bucketId: bucketId(person.id, 0) });
        await turns.say('What do these sources have in common?');
        const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
        await signInByLink(page, server.link);
        await page.goto(`${server.url}/session/${turns.session}`);
        await page.getByRole('button', { name: 'Last answer' }).waitFor();
        const times: number[] = [];
        for (let run = 0; run <= RUNS; run += 1)
          for (const name of ['Next message', 'Last answer']) times.push(await page.evaluate(timeOfClick, name));
        await turns.close();
        const what = `the panel of ${SOURCES} sources, from the click to the painted rows, median of ${times.length - 2}`;
        // The first of each kind loads its data.
        return [atMost(100, { name: 'explore-panel', what, value: median(times.slice(2)), unit: 'ms' })];
      } finally {
        await server.stop();
      }
    }),
  );
}

/** Runs in the page. */
async function timeOfClick(name: string): Promise<number> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const begun = performance.now();
  button?.click();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  do await frame();
  while (button?.getAttribute('aria-pressed') !== 'true' || document.querySelector('aside article') === null);
  await frame();
  return performance.now() - begun;
}
