import { rm } from 'node:fs/promises';

import { z } from 'zod';

import { beginSession } from '#session/server/live/begin-session.ts';
import type { RunningSpine } from '#session/server/spine.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileAnswer } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import { describeRepository } from '../../changes/server/git/find-repository.ts';
import { removeUploads } from '../../chat/server/uploads.ts';
import {
  foldersAnswer,
  openTerminal,
  type Program,
  program,
  screenAnswer,
  screenSize,
  terminalOpened,
  type TerminalRow,
  terminalsAnswer,
} from '../../protocol.ts';
import { openWholeRecording } from '../../recording/server/whole-recording.ts';
import { oldSessionAnswer, oldSessionsAnswer } from '../../transcripts/protocol.ts';
import { listFolders, requireFolder } from './folders.ts';
import { allowedTerminal, mayOpenTerminals, ownTerminal, requireTerminals } from './permission.ts';
import { findAgents, findClaude, findProgram, shellOf } from './programs.ts';
import type { TerminalTables } from './tables.ts';
import { recordingFile } from './terminal-files.ts';
import { notHere } from './terminal-places.ts';
import type { TerminalDependencies, Terminals } from './terminals.ts';

const MAX_SCROLLBACK = 5_000;
const RECENT_FOLDERS = 8;
/** Time that the server of the terminals has to take over the person, in ms. The person waits meanwhile. */
const RESERVED_FOR_MS = 20_000;

/** The routes of terminals. Terminal output has a separate socket. */
export function terminalRoutes(
  { database: { read }, newId, recordings, uploads, changes, places, served, log }: TerminalDependencies,
  { spine }: RunningSpine,
  terminals: Terminals,
): Route[] {
  async function rowsOf(person: string, isAllowed: boolean): Promise<TerminalRow[]> {
    const rows = await read
      .selectFrom('terminals')
      .innerJoin('sessions', 'sessions.id', 'terminals.session_id')
      .selectAll('terminals')
      .select(['title', 'last_line', 'created_at'])
      .where('terminals.person_id', '=', person)
      .orderBy('since', 'desc')
      .execute();
    const others = await places.othersOf(rows.map((row) => row.server_id));
    const here = isAllowed ? rows.filter((row) => !others.has(row.server_id)) : [];
    const folders = new Map(here.map(({ folder }) => [folder, describeRepository(folder)]));
    return await Promise.all(
      rows.map(async (row) => {
        const { name, isAlive } = others.get(row.server_id) ?? {};
        const server = name !== undefined && isAlive !== undefined ? { name, isAlive } : null;
        return toRow(row, { server, repository: server ? null : ((await folders.get(row.folder)) ?? null) });
      }),
    );
  }
  /** The person's terminal that already has the session of the CLI to be resumed; null if a new terminal is needed. */
  async function resumed(person: string, wanted: Program): Promise<string | null> {
    if (wanted.kind !== 'claude' || !wanted.resume || wanted.resume.isFork) return null;
    const row = await read
      .selectFrom('terminals')
      .select('session_id')
      .where('person_id', '=', person)
      .where('claude_session', '=', wanted.resume.claudeSession)
      .orderBy('since', 'desc')
      .executeTakeFirst();
    return row?.session_id ?? null;
  }
  /**
   * Throws if somebody else's terminal runs the session of the CLI. First waits until programs left from that session
   * have ended.
   */
  async function requireFree(person: string, claudeSession: string): Promise<void> {
    const rows = await read
      .selectFrom('terminals')
      .select(['session_id', 'person_id'])
      .where('claude_session', '=', claudeSession)
      .execute();
    await Promise.all(rows.map(({ session_id: session }) => terminals.left.whenDone({ session })));
    const others = rows.filter(({ person_id }) => person_id !== person);
    const areRunning = await Promise.all(others.map(({ session_id }) => terminals.isRunning(session_id)));
    if (areRunning.includes(true))
      throw new AppError('refused', 'This session runs in a terminal of somebody else. Fork it instead.', {
        reason: 'runs-elsewhere',
      });
  }

  return [
    route({
      method: 'GET',
      path: '/api/terminals',
      summary: 'The terminals, those that changed last first, and what a new one needs',
      answer: terminalsAnswer,
      async handle({ person }) {
        // Only people who can open terminals see names and paths of the account that the server runs in.
        const isAllowed = await mayOpenTerminals(read, person);
        const rows = await rowsOf(person, isAllowed);
        const recent = new Set(rows.flatMap(({ folder, server }) => (server ? [] : folder)));
        const env = isAllowed ? terminals.environmentFor(false) : {};
        const home = env['HOME'] ?? '/';
        return {
          terminals: rows,
          isAllowed,
          claude: isAllowed ? await findClaude({ env, claude: terminals.claude }) : null,
          agents: isAllowed ? [...(await findAgents(env))] : [],
          shell: isAllowed ? shellOf(env) : '',
          home,
          recentFolders: [...recent].slice(0, RECENT_FOLDERS),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals',
      summary: 'Opens a terminal and starts its program',
      body: openTerminal,
      answer: terminalOpened,
      async handle({ person, body }) {
        await requireTerminals(read, person);
        const env = terminals.environmentFor(body.billsKey);
        // Checked before anything is stored, so that a wrong folder leaves no session behind.
        const folder = await requireFolder(body.folder, env['HOME'] ?? '/');
        await findProgram(body.program, { env, cwd: folder, claude: terminals.claude });
        const open = async () => {
          const known = await resumed(person, body.program);
          if (known !== null) {
            await terminals.start({ person, session: known }, body.size);
            return { session: known };
          }
          const options = { ...body, folder };
          const { session } = await beginSession(spine, { person, id: body.id ?? newId(), mode: 'terminal', options });
          await terminals.start({ person, session }, body.size);
          return { session };
        };
        const older = body.program.kind === 'claude' ? body.program.resume : null;
        if (!older || older.isFork) return await open();
        return await terminals.inTurn(older.claudeSession, async () => {
          await requireFree(person, older.claudeSession);
          return await open();
        });
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/folders',
      summary: 'The folders in a folder of the server',
      query: z.object({ path: z.string().max(4_000).default('~') }),
      answer: foldersAnswer,
      async handle({ person, query }) {
        await requireTerminals(read, person);
        return await listFolders(query.path, terminals.environmentFor(false)['HOME'] ?? '/');
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/old',
      summary: 'The sessions that Claude Code has kept, or those in which words stand',
      query: z.object({ query: z.string().max(200).default('') }),
      answer: oldSessionsAnswer,
      async handle({ person, query }) {
        await requireTerminals(read, person);
        return await terminals.oldSessions.list(query.query);
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/old/:claudeSession',
      summary: 'What was said and done in a session that Claude Code has kept',
      answer: oldSessionAnswer,
      async handle({ person, params }) {
        await requireTerminals(read, person);
        const found = await terminals.oldSessions.read(params['claudeSession'] ?? '');
        if (!found) throw new AppError('not-found', 'There is no such session of Claude Code any more.');
        return found;
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/stop',
      summary: 'Ends what runs in a terminal and everything that it started',
      answer: z.undefined(),
      handle: async (request) => terminals.stop(await ownTerminal(read, request)),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/continue',
      summary: 'Lets the program of a terminal go on that was suspended',
      answer: z.undefined(),
      handle: async (request) => terminals.continue(await allowedTerminal(read, request)),
    }),
    route({
      method: 'DELETE',
      path: '/api/terminals/:terminal/library',
      summary: 'Ends the access of a terminal to the library',
      answer: z.undefined(),
      handle: async (request) => terminals.closeLibrary(await ownTerminal(read, request)),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/restart',
      summary: 'Starts the program of a terminal again',
      answer: z.undefined(),
      body: z.object({ size: screenSize.optional() }),
      handle: async (request) => terminals.start(await allowedTerminal(read, request), request.body.size),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/go-on',
      summary: 'Lets the server that a terminal is on serve the person from now on',
      answer: z.undefined(),
      async handle(request) {
        const { person, session } = await ownTerminal(read, request);
        const other = await places.otherOf(person, session);
        if (!other) return;
        if (!other.isAlive) throw notHere(other);
        // Not awaited: it waits until all requests of the person are answered, including this one.
        served
          .handOver(person, { reservedFor: other.id, forMs: RESERVED_FOR_MS })
          .catch((error: unknown) => log.error('A person could not be moved to the server of a terminal', error));
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/recording',
      summary: 'The recording of a terminal, as asciicast v2',
      answer: fileAnswer,
      async handle(request) {
        const { session } = await ownTerminal(read, request);
        await terminals.flushRecording(session);
        const { bytes, stream } = await openWholeRecording(recordingFile(recordings, session)).catch(() => {
          throw new AppError('not-found', 'There is no recording of this terminal.');
        });
        return { name: 'terminal.cast', mediaType: 'application/x-asciicast', bytes: { length: bytes, stream } };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/sessions/:terminal/recording',
      summary:
        'Deletes the recording of a terminal that has ended, the files given in its chat, and what changed files were before',
      answer: z.undefined(),
      async handle(request) {
        const { session } = await ownTerminal(read, request);
        if (await terminals.isRunning(session))
          throw new AppError('refused', 'This terminal still runs. Stop it first.', { reason: 'still-runs' });
        await rm(recordingFile(recordings, session), { force: true });
        await removeUploads(uploads, session);
        await changes.remove(session);
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/screen',
      summary: 'What a terminal shows, in words',
      query: z.object({ scrollback: z.coerce.number().int().min(0).max(MAX_SCROLLBACK).default(0) }),
      answer: screenAnswer,
      async handle(request) {
        const owned = await ownTerminal(read, request);
        terminals.requireShown(owned.session);
        const live = terminals.find(owned);
        if (!live)
          throw new AppError('refused', 'This terminal has ended. Replay its recording, or start it again.', {
            reason: 'ended',
          });
        const { offset, size, text, above } = await live.read(request.query.scrollback);
        const { rows, cursor, isAlternate, title } = text;
        return { ...size, offset, cursor, isAlternate, title, lines: [...rows], scrollback: [...above] };
      },
    }),
  ];
}

function toRow(
  row: TerminalTables['terminals'] & {
    readonly title: string;
    readonly last_line: string;
    readonly created_at: number;
  },
  where: Pick<TerminalRow, 'server' | 'repository'>,
): TerminalRow {
  return {
    session: row.session_id,
    title: row.title,
    folder: row.folder,
    program: program.parse(JSON.parse(row.program)),
    billsKey: row.bills_key === 1,
    run: row.run,
    status: row.status as TerminalRow['status'],
    detail: row.detail,
    line: row.last_line,
    since: row.since,
    exit: row.exit === null ? null : (JSON.parse(row.exit) as TerminalRow['exit']),
    usage: row.usage === null ? null : (JSON.parse(row.usage) as TerminalRow['usage']),
    createdAt: row.created_at,
    ...where,
  };
}
