import { run } from './run.ts';
import { testBrowser } from './test-browser.ts';

/**
 * The long tests: all tests with queries on every engine, 10,000 schedules of a flaky link, 1,000 kills of a server
 * under load, 200 lost answers of COMMIT on PostgreSQL, jumps of the clock, deleted folders, two servers on one
 * database, 300 readers that stall, texts of 1,000,000 signs, 82 documents that unpack without end, 20,000 hostile frames, a reply in a session of 10,000 messages, 100 MB of output
 * and 50 viewers of a terminal, 300 orders of the feeds of each recorded chat, and the chats of the real CLI at three
 * widths, without a page and in a browser. Screens are looked at in both color schemes at both widths.
 */
const SPINE = ['src/session/convergence.test.ts', 'src/session/editing-convergence.test.ts', 'src/cli/kill.test.ts'];
const EVERY_ENGINE = { WARREN_ALL_ENGINES: '1' };
const parts: readonly { readonly files: readonly string[]; readonly environment: Record<string, string> }[] = [
  { files: ['--project', 'database'], environment: EVERY_ENGINE },
  { files: SPINE, environment: { WARREN_SCHEDULES: '10000', WARREN_KILLS: '1000' } },
  { files: ['src/session/server/live/long-session.test.ts'], environment: { WARREN_LONG_MESSAGES: '10000' } },
  {
    files: ['src/modes/rabbit-hole/server/trunk-stands-still.test.ts'],
    environment: { WARREN_HOLE_RUNS: '100' },
  },
  { files: ['src/cli/hostile-clients.test.ts'], environment: { WARREN_HOSTILE_FRAMES: '20000' } },
  { files: ['src/session/server/live/lost-commits.db.test.ts'], environment: { WARREN_LOST_COMMITS: '200' } },
  {
    files: [
      'src/composition/server/start-again.test.ts',
      'src/session/server/live/clock-jumps.db.test.ts',
      'src/cli/data-folder-removed.test.ts',
      'src/cli/two-servers.db.test.ts',
    ],
    environment: {},
  },
  {
    files: ['src/platform/reading/bombs.test.ts', 'src/cli/library-uploads.test.ts'],
    environment: { WARREN_BOMB_SIZES: '2,25' },
  },
  { files: ['src/cli/slow-readers.test.ts'], environment: { WARREN_STALLED_READERS: '300' } },
  { files: ['src/modes/terminal/chat/server/recorded-chats.test.ts'], environment: { WARREN_CHAT_RUNS: '300' } },
  {
    files: [
      'src/modes/terminal/server/hostile-output.pty.test.ts',
      'src/modes/terminal/server/hostile-viewer.pty.test.ts',
    ],
    environment: { WARREN_FLOOD_MB: '100', WARREN_VIEWERS: '50' },
  },
  {
    files: ['src/modes/terminal/server/endless-output.pty.test.ts'],
    environment: { WARREN_HOSTILE_OUTPUTS: 'all' },
  },
  { files: ['src/text/linear-time.test.ts'], environment: { WARREN_PUMP_LENGTHS: '15000,250000' } },
  ...['60', '100', '200'].map((cols) => ({
    files: ['src/modes/terminal/server/chat.pty.test.ts'],
    environment: { WARREN_CHAT_COLS: cols },
  })),
];
let failed = 0;
for (const { files, environment } of parts) failed += (await run('vitest', ['run', ...files], { environment })).code;
if (!(await testBrowser(['chat-scenes'], { WARREN_CHAT_WIDTHS: '60,100,200' }))) failed += 1;
if (!(await testBrowser(['--grep', '@looks'], { WARREN_ALL_LOOKS: '1' }))) failed += 1;
process.exitCode = failed === 0 ? 0 : 1;
