import type { TerminalRow, TerminalsAnswer } from '#modes/terminal/protocol.ts';

import { findServer } from '../adding/open-server.ts';
import { attachTo } from '../attaching/attach-to.ts';
import type { CommandCall } from '../command.ts';

/** Shows a running terminal in this one, and types into it. Without an argument it lists what runs. */
export async function run({ positionals: [wanted], environment }: CommandCall): Promise<void> {
  const server = await findServer(environment, new AbortController().signal);
  if (!server) throw new Error('Warren does not run here. Start it with: warren start');
  const { terminals } = await server.client.get<TerminalsAnswer>('/api/terminals');
  const running = terminals.filter(({ status }) => status !== 'ended' && status !== 'lost');
  if (wanted === undefined) {
    process.stdout.write(running.length === 0 ? 'Nothing runs.\n' : listOf(running));
    return;
  }
  const { session } = choose(running, wanted);
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error('warren attach needs a terminal of its own.');
  process.stderr.write('Ctrl-\\ leaves the terminal and lets it run.\n');
  process.stderr.write(`${await attachTo({ ...server, session, input: process.stdin, output: process.stdout })}\n`);
}

/** A folder may be named so that it changes the terminal that it is listed in. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

function listOf(terminals: readonly TerminalRow[]): string {
  return terminals
    .map(({ session, title, folder, status }) => `${session}  ${title}  ${folder}  ${status}`.replaceAll(HIDDEN, ''))
    .map((line) => `${line}\n`)
    .join('');
}

/** The terminal with this id, or the only one with this name. */
function choose(terminals: readonly TerminalRow[], wanted: string): TerminalRow {
  const named = terminals.filter(({ session, title }) => session === wanted || title === wanted);
  const [found] = named;
  if (found && named.length === 1) return found;
  const problem = found ? `Several terminals are named "${wanted}"; give the id` : `No terminal "${wanted}" runs here`;
  throw new Error(`${problem}.${terminals.length === 0 ? '' : `\n${listOf(terminals).trimEnd()}`}`);
}
