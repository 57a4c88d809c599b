import type { Program, TerminalExit, TerminalRow, TerminalStatus, TerminalUsage } from '../../protocol.ts';
import { hasEnded, isAtWork, needsPerson } from '../domain/terminal-state.ts';

const WORDS: Readonly<Record<TerminalStatus, string>> = {
  starting: 'starting',
  'set-up': 'needs you',
  'waiting-for-trust': 'needs you',
  idle: 'finished',
  thinking: 'thinking',
  'running-a-tool': 'running a tool',
  'needs-permission': 'needs you',
  'asks-a-question': 'needs you',
  retrying: 'trying again',
  compacting: 'compacting',
  suspended: 'suspended',
  running: 'running',
  quiet: 'quiet',
  rang: 'rang',
  ended: 'ended',
  lost: 'lost',
};

/** The status of a terminal and the program it runs. */
interface Standing {
  readonly status: TerminalStatus;
  readonly program: Pick<Program, 'kind'>;
  /** Of a turn that ended: the reason why it failed. */
  readonly detail?: string | null;
}

/** A shell at its prompt is not finished: it waits for the next command. */
const isAtPrompt = ({ status, program }: Standing) => status === 'idle' && program.kind === 'command';

const hasFailed = ({ status, program, detail }: Standing) =>
  status === 'idle' && program.kind === 'claude' && (detail ?? null) !== null;

export const statusInWords = (terminal: Standing): string =>
  isAtPrompt(terminal) ? 'at its prompt' : hasFailed(terminal) ? 'failed' : WORDS[terminal.status];

/** The colour of the dot before a name. */
export function toneOf(terminal: Standing): string {
  const { status } = terminal;
  if (needsPerson(status)) return 'bg-warn';
  if (hasEnded(status) || status === 'quiet' || isAtPrompt(terminal)) return 'bg-line-strong';
  if (hasFailed(terminal)) return 'bg-bad';
  return status === 'idle' ? 'bg-good' : 'bg-accent';
}

const SIGHUP = 1;

export function exitInWords(exit: TerminalExit): string {
  if (exit.message !== undefined) return exit.message;
  if (exit.reason === 'lost') return 'It ended with the server.';
  if (exit.reason === 'stopped') return 'It was stopped.';
  if (exit.signal === null) return `It ended with exit code ${exit.exitCode ?? 'unknown'}.`;
  return exit.signal === SIGHUP
    ? 'It ended because its terminal was closed.'
    : `It was ended from outside, by signal ${exit.signal}.`;
}

/** The usage of a session: `31% of context, $0.42`; empty where nothing is known. */
export function usageInWords(usage: TerminalUsage | null): string {
  if (!usage) return '';
  const { contextPercent, costUsd, fiveHourPercent, sevenDayPercent } = usage;
  return [
    contextPercent === null ? '' : `${contextPercent}% of context`,
    costUsd === null ? '' : `$${costUsd.toFixed(2)}`,
    fiveHourPercent === null ? '' : `${fiveHourPercent}% of the plan’s five hours`,
    sevenDayPercent === null ? '' : `${sevenDayPercent}% of its seven days`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A status and how long it has lasted: `thinking, 40 s`, `finished, 6 min ago`. */
export function statusSince(terminal: Standing & { readonly since: number }, now: number): string {
  const { status, since } = terminal;
  const words = statusInWords(terminal);
  const lasted = now - since;
  if (isAtPrompt(terminal)) return words;
  if (status === 'quiet') return lasted < MINUTE ? words : `${words} for ${lastedInWords(lasted)}`;
  const isOver = status === 'idle' || hasEnded(status);
  if (isOver) return lasted < MINUTE ? `${words} just now` : `${words}, ${lastedInWords(lasted)} ago`;
  // A duration under ten seconds changes too often to be shown.
  return lasted < 10_000 ? words : `${words}, ${lastedInWords(lasted)}`;
}

/** `40 s`, `6 min`, `3 h`, `2 d` */
function lastedInWords(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / 10_000) * 10} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

/** The server of a terminal that is elsewhere; empty for a terminal that is here. */
export function serverInWords({ server }: Pick<TerminalRow, 'server'>): string {
  if (!server) return '';
  return server.isAlive ? `on the server ${server.name}` : `on the server ${server.name}, which does not run`;
}

/** A folder with the person's home as `~`. */
export function shortFolder(folder: string, home: string): string {
  if (folder === home) return '~';
  return home !== '/' && folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}

/** A summary of all terminals in one sentence. */
export function standing(all: readonly (Standing & Partial<Pick<TerminalRow, 'server'>>)[]): string {
  const terminals = all.filter(({ server }) => !server);
  const elsewhere = all.filter(({ status, server }) => server && !hasEnded(status)).length;
  const waiting = terminals.filter(({ status }) => needsPerson(status)).length;
  const working = terminals.filter(({ status }) => isAtWork(status)).length;
  const atPrompt = terminals.filter(isAtPrompt).length;
  const failed = terminals.filter(hasFailed).length;
  const finished = terminals.filter(({ status }) => status === 'idle').length - atPrompt - failed;
  const quiet = terminals.filter(({ status }) => status === 'quiet').length;
  const parts = [
    ...(waiting > 0 ? [`${counted(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you`] : []),
    ...(working > 0 ? [`${counted(working)} ${working === 1 ? 'is' : 'are'} at work`] : []),
    ...(quiet > 0 ? [`${counted(quiet)} ${quiet === 1 ? 'is' : 'are'} quiet`] : []),
    ...(finished > 0 ? [`${counted(finished)} ${finished === 1 ? 'has' : 'have'} finished`] : []),
    ...(failed > 0 ? [`${counted(failed)} ${failed === 1 ? 'has' : 'have'} failed`] : []),
    ...(atPrompt > 0 ? [`${counted(atPrompt)} ${atPrompt === 1 ? 'is' : 'are'} at a prompt`] : []),
    ...(elsewhere > 0 ? [`${counted(elsewhere)} ${elsewhere === 1 ? 'is' : 'are'} on another server`] : []),
  ];
  if (parts.length === 0) return 'Nothing runs.';
  const sentence = parts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const COUNTED = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const counted = (count: number) => COUNTED[count] ?? String(count);
