import type { Transaction } from 'kysely';

import type { EventBody } from '#session/domain/event.ts';
import type { Owned } from '#session/server/log/log.ts';
import {
  type AnyModeServer,
  type BeginRequest,
  defineMode,
  type ModeReports,
  type RecordRequest,
} from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ChatMessageUpdate } from '../../chat/protocol.ts';
import { recordSaid, type SaidTables } from '../../chat/server/record-said.ts';
import { type LibraryWish, openTerminal, type Program } from '../../protocol.ts';
import { agentTitle } from '../domain/agents.ts';
import { terminalMode } from '../domain/terminal-mode.ts';
import {
  type ChatCommand,
  isChatCommand,
  losesLibrary,
  type TerminalReport,
  terminalState,
  type TerminalTypes,
} from '../domain/terminal-state.ts';
import { folderTitle } from '../domain/terminal-title.ts';
import type { LibraryPort } from './library-port.ts';
import { requireTerminals } from './permission.ts';
import type { TerminalTables } from './tables.ts';

interface TerminalServerOptions {
  /** The id of this server, where there are several. */
  readonly serverId: string | null;
  readonly onStart: (reports: ModeReports<TerminalReport>) => void;
  readonly act: (owned: Owned, command: ChatCommand, signIn: string | null) => Promise<void>;
  readonly shownTexts: (owned: Owned) => readonly ChatMessageUpdate[];
  readonly closeLibrary: LibraryPort['close'];
}

/** The server half on the spine. `Terminals` manages the programs, and reports through `onStart`. */
export function createTerminalServer({
  serverId,
  onStart,
  act,
  shownTexts,
  closeLibrary,
}: TerminalServerOptions): AnyModeServer {
  return defineMode<TerminalTypes>({
    domain: terminalMode,
    // A terminal runs for days, with or without a window.
    idle: { pauseAfterMs: null },
    start: onStart,
    shown: shownTexts,
    act: (owned, command, signIn) => (isChatCommand(command) ? act(owned, command, signIn) : undefined),
    async begin(trx: Transaction<TerminalTables>, request) {
      await requireTerminals(trx, request.person);
      return await beginTerminal(trx, request);
    },
    // eslint-disable-next-line require-yield -- nothing answers: the mode refuses messages
    async *reply() {
      throw await Promise.reject(new AppError('refused', 'Write to a program in its terminal.'));
    },
    record: (trx, request) => recordTerminal(trx, request, { serverId, closeLibrary }),
  });
}

async function beginTerminal(
  trx: Transaction<TerminalTables>,
  { options: given, person }: BeginRequest,
): Promise<EventBody> {
  const options = openTerminal.safeParse(given);
  if (!options.success) {
    const [issue] = options.error.issues;
    const field = issue?.path.join('.') ?? 'mode';
    throw new AppError('malformed', `${field}: ${issue?.message ?? 'is not valid'}.`, { field });
  }
  const { folder, program, billsKey, title, library } = options.data;
  if (!folder.startsWith('/'))
    throw new AppError('malformed', 'folder: Name the folder by its whole path.', { field: 'folder' });
  return {
    type: 'session_started',
    mode: 'terminal',
    title: title ?? folderTitle(folder),
    agent: nameOf(program),
    folder,
    program,
    billsKey,
    ...(library && { library: await accessOf(trx, { person, program, library }) }),
    hidden: {},
  };
}

interface Wished {
  readonly person: string;
  readonly program: Program;
  readonly library: LibraryWish;
}

async function accessOf(trx: Transaction<TerminalTables>, { person, program, library }: Wished) {
  const { bucketId, canKeep } = library;
  if (program.kind !== 'claude')
    throw new AppError('malformed', 'library: Only Claude Code can use the library.', { field: 'library' });
  if (bucketId === null) return { bucket: null, canKeep };
  const bucket = await trx
    .selectFrom('buckets')
    .select(['id', 'name'])
    .where('person_id', '=', person)
    .where('id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!bucket) throw new AppError('not-found', 'There is no such bucket.', { field: 'library' });
  return { bucket, canKeep };
}

function nameOf(program: Program): string {
  if (program.kind === 'agent') return agentTitle(program.agent);
  return program.kind === 'claude' ? 'Claude Code' : (program.command[0] ?? 'Shell');
}

/** Stores the row of a terminal and the messages of its chat, from its log. */
async function recordTerminal(
  trx: Transaction<TerminalTables>,
  request: RecordRequest,
  { serverId, closeLibrary }: Pick<TerminalServerOptions, 'serverId' | 'closeLibrary'>,
): Promise<void> {
  const { person, before, after } = request;
  if (after.mode !== 'terminal') return;
  await recordSaid(trx as unknown as Transaction<SaidTables>, request);
  const state = terminalState(after);
  if (before !== null && terminalState(before) === state) return;
  if (before !== null && losesLibrary(terminalState(before), state))
    await closeLibrary(trx, { person, session: after.session });
  const { folder, program, billsKey, run, status, detail, since, exit, claudeSession, usage } = state;
  const row = {
    folder,
    program: JSON.stringify(program),
    bills_key: billsKey ? 1 : 0,
    run,
    status,
    detail,
    since,
    claude_session: claudeSession,
    usage: usage === null ? null : JSON.stringify(usage),
    exit: exit === null ? null : JSON.stringify(exit),
  };
  await trx
    .insertInto('terminals')
    .values({ session_id: after.session, person_id: person, ...row, server_id: serverId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}
