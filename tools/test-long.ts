import { run } from './run.ts';
import { testBrowser } from './test-browser.ts';

const vitest = (files: readonly string[], environment: Record<string, string> = {}) =>
  run('vitest', ['run', ...files], { environment }).then(({ code }) => code === 0);

/** The long tests. Screenshots of the chat and of the page are taken in every width and color scheme. */
const PARTS: Readonly<Record<string, () => Promise<boolean>>> = {
  /** All tests with queries on every engine. */
  engines: () => vitest(['--project', 'database'], { WARREN_ALL_ENGINES: '1' }),
  /** 10,000 schedules of a flaky link. */
  convergence: () =>
    vitest(['src/session/convergence.test.ts', 'src/session/editing-convergence.test.ts'], {
      WARREN_SCHEDULES: '10000',
    }),
  /** 1,000 kills of a server under load. */
  kills: () => vitest(['src/cli/kill.test.ts'], { WARREN_KILLS: '1000' }),
  /** A reply in a session of 10,000 messages. */
  'long-session': () => vitest(['src/session/server/live/long-session.test.ts'], { WARREN_LONG_MESSAGES: '10000' }),
  holes: () =>
    vitest(
      ['src/modes/rabbit-hole/server/trunk-stands-still.test.ts', 'src/modes/rabbit-hole/server/cut-tangent.test.ts'],
      { WARREN_HOLE_RUNS: '100' },
    ),
  /** 20,000 hostile frames. */
  'hostile-clients': () => vitest(['src/cli/hostile-clients.test.ts'], { WARREN_HOSTILE_FRAMES: '20000' }),
  /** 200 lost answers of COMMIT on PostgreSQL. */
  'lost-commits': () => vitest(['src/session/server/live/lost-commits.db.test.ts'], { WARREN_LOST_COMMITS: '200' }),
  /** Every journey, and ownership, undo, kills and convergence, on three servers instead of one. */
  'three-servers': () => vitest(['--project', 'three-servers'], { WARREN_KILLS: '60', WARREN_SCHEDULES: '500' }),
  'three-servers-journeys': () => testBrowser([], { WARREN_TEST_SERVERS: '3' }),
  /** Three servers, 60 people, two hours or 1,000 faults. WARREN_FAULT_SEED changes the faults. */
  'server-faults': () => vitest(['src/cli/server-faults.test.ts'], { WARREN_FAULTS: '1000' }),
  /** Jumps of the clock, deleted folders, two servers on one database. */
  recovery: () =>
    vitest([
      'src/composition/server/start-again.test.ts',
      'src/session/server/live/clock-jumps.db.test.ts',
      'src/cli/data-folder-removed.test.ts',
      'src/cli/two-servers.db.test.ts',
    ]),
  /** Three servers, each replaced five times while 20 people write. Prints the times of acknowledgements. */
  'rolling-upgrade': () => vitest(['src/cli/rolling-upgrade.db.test.ts'], { WARREN_UPGRADES: '5' }),
  /** 82 documents that expand without limit. */
  bombs: () =>
    vitest(['src/platform/reading/bombs.test.ts', 'src/cli/library-uploads.test.ts'], { WARREN_BOMB_SIZES: '2,25' }),
  'slow-readers': () => vitest(['src/cli/slow-readers.test.ts'], { WARREN_STALLED_READERS: '300' }),
  /** 300 orders of the feeds of each recorded chat. */
  'recorded-chats': () =>
    vitest(['src/modes/terminal/chat/server/recorded-chats.test.ts'], { WARREN_CHAT_RUNS: '300' }),
  /** 100 MB of output, 50 viewers of a terminal, 20,000 hostile hooks. */
  'hostile-terminals': () =>
    vitest(
      ['src/modes/terminal/server/endless-output.pty.test.ts', 'src/modes/terminal/server/hostile-viewer.pty.test.ts'],
      { WARREN_HOSTILE_OUTPUTS: 'all', WARREN_FLOOD_MB: '100', WARREN_VIEWERS: '50', WARREN_HOSTILE_HOOKS: '20000' },
    ),
  /** 60 questions about 150 sources, and about messages of conversations, by words and by meaning. */
  'found-when-meant': () =>
    vitest(
      ['found-when-meant', 'follow-ups'].map((name) => `src/modes/explore/context/server/${name}.db.test.ts`),
      {
        WARREN_EMBED_QUESTIONS: '1',
      },
    ),
  /** Texts of 1,000,000 characters. */
  'linear-time': () => vitest(['src/text/linear-time.test.ts'], { WARREN_PUMP_LENGTHS: '15000,250000' }),
  /** Chats of the real CLI at three widths, without a page and in a browser. */
  ...Object.fromEntries(
    ['60', '100', '200'].map((cols) => [
      `chat-${cols}`,
      () => vitest(['src/modes/terminal/server/chat.pty.test.ts'], { WARREN_CHAT_COLS: cols }),
    ]),
  ),
  /** Three messages at once, 60 times, and the commands of the real CLI's menu. */
  'chat-input': () => vitest(['src/modes/terminal/server/chat-input.pty.test.ts'], { WARREN_BACK_TO_BACK: '60' }),
  'chat-scenes': () => testBrowser(['chat-scenes'], { WARREN_CHAT_WIDTHS: '60,100,200' }),
  looks: () => testBrowser(['--grep', '@looks'], { WARREN_ALL_LOOKS: '1' }),
};

/** `npm run test:long -- [NAME…]` */
const unknown = process.argv.slice(2).filter((name) => !Object.hasOwn(PARTS, name));
const chosen = Object.entries(PARTS).filter(([name]) => process.argv.length === 2 || process.argv.includes(name));
const results: string[] = [];
if (unknown.length > 0) console.error(`There is no part ${unknown[0]}. There are: ${Object.keys(PARTS).join(', ')}.`);
else
  for (const [name, work] of chosen) {
    const began = performance.now();
    const isGood = await work();
    if (!isGood) process.exitCode = 1;
    results.push(`${isGood ? 'passed' : 'FAILED'} ${name} (${Math.round((performance.now() - began) / 1000)} s)`);
  }
if (unknown.length > 0) process.exitCode = 2;
console.log(results.join('\n'));
