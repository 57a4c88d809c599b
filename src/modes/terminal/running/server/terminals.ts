import { realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { movedError } from '#database/server/served-people.ts';
import type { SessionState } from '#session/protocol.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { Owned } from '#session/server/log/log.ts';
import type { ModeReports } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Changes } from '../../changes/server/changes.ts';
import type { ChatMessageUpdate } from '../../chat/protocol.ts';
import type { Wanted } from '../../chat/server/reader-messages.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { HooksListener, type RefusedHooks } from '../../hooks/server/hooks-listener.ts';
import type { PermissionMode, PermissionsAnswer } from '../../protocol.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import { Screens } from '../../screen/server/screens.ts';
import { stopInWords } from '../domain/stop-in-words.ts';
import { terminalEnvironment } from '../domain/terminal-environment.ts';
import { type ChatCommand, type TerminalReport, terminalState } from '../domain/terminal-state.ts';
import { ClaudeRun } from './claude-run.ts';
import type { HostedMeta } from './hosted-meta.ts';
import { lastScreen } from './last-screen.ts';
import { LeftTerminals } from './left-terminals.ts';
import type { LibraryPort } from './library-port.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { OldRecordings, type RecordingLimits } from './old-recordings.ts';
import { OldSessions } from './old-sessions.ts';
import { deviceOfSignIn, requireTerminals } from './permission.ts';
import type { HostedTerminal, PtyHost } from './pty.ts';
import { RunReports, type RunReportsOptions } from './run-reports.ts';
import { ROWS_ABOVE, Run } from './run.ts';
import type { TerminalTables } from './tables.ts';
import { TerminalChats } from './terminal-chats.ts';
import { recordingFile } from './terminal-files.ts';
import type { TerminalPlaces } from './terminal-places.ts';

export interface TerminalDependencies extends Pick<Services, 'log' | 'newId' | 'served' | 'settledNow'> {
  readonly database: Database<TerminalTables>;
  readonly host: PtyHost;
  /** Whether programs end when the server stops. */
  readonly endsAtStop: boolean;
  readonly waitMs: number;
  /** The environment that the server was started with. */
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** The folder of recordings. It must contain nothing else. */
  readonly recordings: string;
  readonly recordingLimits: RecordingLimits;
  /** The folder for the settings of the CLI's runs. */
  readonly hookSettings: string;
  /** Makes the folder for sockets, which only this account can open. */
  readonly socketFolder: () => Promise<string>;
  /** The folder for files that are added in chats. */
  readonly uploads: string;
  readonly changes: Changes;
  readonly places: TerminalPlaces;
  readonly library: LibraryPort;
}

/** Maximum number of screens of ended terminals in memory. A later view of others replays their recording. */
const MAX_ENDED_SCREENS = 5;
/** Maximum time to close, in ms. The whole server has five seconds to stop. */
const MAX_CLOSE_MS = 3_500;
const KILL_AT_STOP_AFTER_MS = 1_500;
const HOUR_MS = 3_600_000;
const FIRST_SIZE: ScreenSize = { cols: 120, rows: 36 };

/** The terminals that run, by session, and the last screens of those that ended recently. */
export class Terminals {
  readonly #dependencies: TerminalDependencies;
  readonly #sessions: LiveSessions;
  readonly #reporting: RunReportsOptions;
  readonly #screens = new Screens();
  readonly #hooks: HooksListener;
  readonly #chats: TerminalChats;
  readonly #runs = new Map<string, Run>();
  /** The terminals that an earlier server left. */
  readonly left: LeftTerminals;
  /** The transcripts that the CLI has stored. */
  readonly oldSessions: OldSessions;
  readonly #starting = new Map<string, Promise<void>>();
  readonly #resuming = new Map<string, Promise<unknown>>();
  readonly #oldRecordings: OldRecordings;
  #isClosing = false;

  constructor(
    dependencies: TerminalDependencies,
    { sessions, reports }: { readonly sessions: LiveSessions; readonly reports: ModeReports<TerminalReport> },
  ) {
    this.#dependencies = dependencies;
    this.#sessions = sessions;
    const { database, log, newId } = dependencies;
    this.#reporting = { sessions, reports, database, log, newId };
    this.#oldRecordings = new OldRecordings({
      folder: dependencies.recordings,
      uploads: dependencies.uploads,
      changes: dependencies.changes,
      limits: dependencies.recordingLimits,
      inUse: () => this.#inUse(),
      settledNow: dependencies.settledNow,
      onError: (error) => dependencies.log.error('Old recordings could not be removed', error),
    });
    dependencies.served.onTaken((person) => void this.left.comeBack(person).catch(() => undefined));
    const { configuration } = this;
    const projects = path.join(configuration, 'projects');
    this.oldSessions = new OldSessions(projects);
    this.#chats = new TerminalChats({
      sessions,
      reports,
      log,
      newId,
      configuration,
      projects,
      oldSessions: this.oldSessions,
      lastScreen: (session) => lastScreen(recordingFile(dependencies.recordings, session), this.#screens, ROWS_ABOVE),
    });
    this.#hooks = new HooksListener({ projects, socketFolder: dependencies.socketFolder });
    this.left = new LeftTerminals({
      ...dependencies,
      attach: (hosted, meta) => this.#attach(hosted, meta),
      complete: (owned) => this.#chats.complete(owned),
      reportEnd: (owned, run, exit) => new RunReports(this.#reporting, owned, run).ended(exit),
    });
  }

  /** The person's home and environment, as terminals get them. */
  environmentFor(billsKey: boolean): Record<string, string> {
    const env = terminalEnvironment(this.#dependencies.environment, { billsKey });
    const { homedir, shell, username } = userInfo();
    env['HOME'] ??= homedir;
    env['SHELL'] ??= shell ?? '/bin/sh';
    env['USER'] ??= username;
    return env;
  }

  /** The folder of the CLI, such as `~/.claude`. */
  get configuration(): string {
    const { HOME = '/', CLAUDE_CONFIG_DIR } = this.environmentFor(false);
    return CLAUDE_CONFIG_DIR ?? path.join(HOME, '.claude');
  }

  /** Hooks of the CLI that had no effect since the server started, by reason. */
  get refusedHooks(): RefusedHooks {
    return this.#hooks.refused;
  }

  /** What happens to programs when the server stops. */
  get atStop(): PermissionsAnswer['atStop'] {
    const { endsAtStop, waitMs } = this.#dependencies;
    return { endsPrograms: endsAtStop, waitHours: waitMs / HOUR_MS };
  }

  get claude(): string | undefined {
    return this.#dependencies.environment['WARREN_CLAUDE'];
  }

  /** Like `find`, once it is known which terminals outlived an earlier server. */
  async findInTime(owned: Owned): Promise<LiveTerminal | undefined> {
    await this.left.whenFound().catch(() => undefined);
    return this.find(owned);
  }

  /** The terminal of a session: running, or in its last state. */
  find({ person, session }: Owned): LiveTerminal | undefined {
    const run = this.#runs.get(session);
    return run?.owned.person === person ? run.live : undefined;
  }

  /** Starts the program of a session, unless it runs. Throws an AppError if it cannot be started, and logs that. */
  start(owned: Owned, size: ScreenSize = FIRST_SIZE): Promise<void> {
    const key = owned.session;
    const under = this.#starting.get(key);
    if (under) return under;
    const starting = this.#start(owned, size).finally(() => this.#starting.delete(key));
    this.#starting.set(key, starting);
    return starting;
  }

  /** Writes buffered output to the recording of a session, so that a reader gets all of it. */
  async flushRecording(session: string): Promise<void> {
    await this.#runs.get(session)?.flushRecording();
  }

  /** Serialises resumptions of a session of the CLI: two programs would mix its history. */
  async inTurn<Result>(claudeSession: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#resuming.get(claudeSession) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.catch(() => undefined);
    this.#resuming.set(claudeSession, settled);
    void settled.then(() => this.#resuming.get(claudeSession) === settled && this.#resuming.delete(claudeSession));
    return await done;
  }

  /** Resumes a suspended program, for example after Ctrl-Z without a shell that can continue it. */
  continue(owned: Owned): void {
    this.#running(owned)?.live.continue();
  }

  /** Whether a program runs in a session, even if it cannot be shown. Rejects while that is unknown. */
  async isRunning(session: string): Promise<boolean> {
    await this.left.whenFound();
    return this.#runs.get(session)?.isRunning === true || this.#isUnattached(session);
  }

  /** Throws an AppError if a program runs in a session and cannot be shown. */
  requireShown(session: string): void {
    if (!this.#isUnattached(session)) return;
    throw new AppError(
      'refused',
      'Its program goes on, but cannot be shown: see the log of Warren, which tries again. Or stop it first.',
      { reason: 'not-attached' },
    );
  }

  #isUnattached(session: string): boolean {
    return this.left.unattached.some((owned) => owned.session === session);
  }

  /** A person's terminals in a folder or below it, and whether anybody's terminal runs there. */
  async inFolder(person: string, folder: string): Promise<{ readonly sessions: string[]; readonly isInUse: boolean }> {
    const { database, places: servers } = this.#dependencies;
    const all = await database.read
      .selectFrom('terminals')
      .select(['session_id', 'person_id', 'folder', 'server_id'])
      .execute();
    const others = await servers.othersOf(all.map((row) => row.server_id));
    const rows = all.filter((row) => !others.has(row.server_id));
    const isInside = (place: string, of = folder) => place === of || place.startsWith(`${of}/`);
    const inside = rows.filter((row) => row.person_id === person && isInside(row.folder));
    // A folder may have been opened through a symbolic link.
    const areUsed = await Promise.all(rows.map((row) => this.isRunning(row.session_id)));
    const used = rows.filter((_, index) => areUsed[index]).map((row) => row.folder);
    const places = [folder, ...used].map((place) => realpath(place).catch(() => place));
    const [real = folder, ...running] = await Promise.all(places);
    return { sessions: inside.map((row) => row.session_id), isInUse: running.some((place) => isInside(place, real)) };
  }

  /** Ends the program of a session and everything it started. */
  async stop(owned: Owned): Promise<void> {
    await this.left.end(owned);
    await this.#starting.get(owned.session)?.catch(() => undefined);
    if ((await this.#running(owned)?.stop()) !== false) return;
    throw new AppError('refused', 'It could not be ended: it runs with another account. End it in the terminal.', {
      reason: 'not-ended',
    });
  }

  /** The people whose programs run here. */
  get withPrograms(): readonly string[] {
    const running = [...this.#runs.values()].filter(({ isRunning }) => isRunning).map(({ owned }) => owned);
    return [...running, ...this.left.unattached].map(({ person }) => person);
  }

  async stopAll(person: string): Promise<void> {
    await this.left.whenDone({ person });
    await Promise.allSettled(this.#starting.values());
    const all = [...[...this.#runs.values()].map(({ owned }) => owned), ...this.left.unattached];
    await Promise.all(all.filter((owned) => owned.person === person).map((owned) => this.stop(owned)));
  }

  /** Executes a chat command. Throws an AppError if that fails. */
  async act(owned: Owned, command: ChatCommand, signIn: string | null): Promise<void> {
    // The permission may have been revoked since.
    await requireTerminals(this.#dependencies.database.read, owned.person);
    await this.#dependencies.places.requireHere(owned.person, owned.session);
    const { chat, status } = await this.#claude(owned);
    if (command.type === 'chat_input') await chat.send(command.content, command.withDraft);
    else if (command.type === 'interrupt') await chat.interrupt();
    else {
      const device = await deviceOfSignIn(this.#dependencies.database.read, { person: owned.person, signIn });
      status.answered(chat.answerPermission({ ...command, device }), command.behavior);
    }
  }

  /** Throws an AppError with the reason if the mode was not reached. */
  async changePermissionMode(owned: Owned, mode: PermissionMode): Promise<void> {
    const { chat } = await this.#claude(owned);
    await chat.changePermissionMode(mode);
  }

  /** Revokes a session's access to the library, even if its program cannot be shown. */
  async closeLibrary(owned: Owned): Promise<void> {
    const { state } = await this.#sessions.get(owned);
    await new RunReports(this.#reporting, owned, terminalState(state).run).libraryClosed('stopped');
  }

  /** Text of a chat that was sent to windows and is not in its log yet. */
  shownTexts(owned: Owned): readonly ChatMessageUpdate[] {
    return this.#running(owned)?.claude?.chat.shownTexts ?? [];
  }

  /** Content of a chat that its log does not hold; null if it no longer exists. */
  async findInChat(owned: Owned, what: Wanted): Promise<string | null> {
    return (await this.#running(owned)?.claude?.chat.find(what)) ?? (await this.#chats.findInTranscript(owned, what));
  }

  async #claude(owned: Owned): Promise<ClaudeRun> {
    await this.left.whenFound();
    const claude = this.#running(owned)?.claude;
    if (claude) return claude;
    throw new AppError('refused', 'Claude Code does not run in this terminal.', { reason: 'not-running' });
  }

  #running({ person, session }: Owned): Run | undefined {
    const run = this.#runs.get(session);
    return run?.owned.person === person && run.isRunning ? run : undefined;
  }

  /** Finds the terminals of an earlier server. No recording is removed before that: it may be in use. */
  async recover(): Promise<void> {
    void this.left.findInTheEnd().then(async (isFound) => {
      if (isFound) await this.left.whenDone();
      if (!this.#isClosing) this.#oldRecordings.start();
    });
    await this.left.whenFound().catch(() => undefined);
  }

  async #attach({ id, size }: HostedTerminal, meta: HostedMeta): Promise<boolean> {
    const owned = { person: meta.person, session: meta.session };
    // An earlier attempt attached it, and failed later.
    if (this.#runs.has(meta.session)) return true;
    const { database, host, served } = this.#dependencies;
    const person = await database.read
      .selectFrom('people')
      .select('id')
      .where('id', '=', meta.person)
      .executeTakeFirst();
    // The person was removed while another server served them.
    if (!person && served.hasOthers) {
      await host.end(id);
      return false;
    }
    // Their programs run on this machine, so this server should serve the person.
    if ((await served.claim(meta.person)) !== null) throw movedError();
    const { state } = await this.#sessions.get(owned);
    const { run, exit } = terminalState(state);
    // The run had not begun, or the database was restored from before it.
    if (run !== meta.run || exit !== null) {
      await host.end(id);
      return false;
    }
    const attached = this.#newRun(new RunReports(this.#reporting, owned, run), state, size);
    await attached.attach(id, meta);
    this.#runs.set(meta.session, attached);
    return true;
  }

  /** Call it when another server takes over the person. Leaves their programs to the host, as at a stop. */
  async leave(person: string): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    const runs = [...this.#runs].filter(([, { owned }]) => owned.person === person);
    await Promise.all(runs.map(([, run]) => (run.isRunning ? run.detach() : run.settle())));
    for (const [session, run] of runs) {
      run.letGo();
      this.#runs.delete(session);
    }
    if (runs.length > 0) await this.left.leave(person);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.race([
      Promise.all([this.#letGo(), this.left.close()]),
      wait(MAX_CLOSE_MS, undefined, { ref: false }),
    ]);
    await this.#dependencies.host.close();
    await Promise.all([this.#screens.close(), this.#hooks.close(), this.#chats.close(), this.#oldRecordings.close()]);
  }

  /** Ends programs or leaves them to the next server. A start that hangs does not delay other terminals. */
  async #letGo(): Promise<void> {
    const runs = new Set(this.#runs.values());
    const left = this.#dependencies.endsAtStop ? this.left.unattached.map((owned) => this.left.end(owned)) : [];
    const started = async () => {
      await Promise.allSettled(this.#starting.values());
      await this.#letGoOf([...this.#runs.values()].filter((run) => !runs.has(run)));
    };
    await Promise.all([this.#letGoOf([...runs]), started(), Promise.allSettled(left)]);
  }

  async #letGoOf(runs: readonly Run[]): Promise<void> {
    const { log, endsAtStop } = this.#dependencies;
    const running = runs.filter(({ isRunning }) => isRunning);
    const ended = runs.filter(({ isRunning }) => !isRunning);
    if (running.length > 0)
      log.info(
        stopInWords(
          running.map(({ inWords }) => inWords),
          { endsPrograms: endsAtStop },
        ),
      );
    const end = async (run: Run) => {
      await run.close({ killAfterMs: KILL_AT_STOP_AFTER_MS });
      await run.settle();
    };
    await Promise.all([
      ...running.map((run) => (endsAtStop ? end(run) : run.detach())),
      ...ended.map((run) => run.settle()),
    ]);
  }

  async #start(owned: Owned, size: ScreenSize): Promise<void> {
    const { database, log, changes, places } = this.#dependencies;
    await places.requireHere(owned.person, owned.session);
    await this.left.whenDone(owned);
    this.requireShown(owned.session);
    const before = this.#runs.get(owned.session);
    if (before?.isRunning) return;
    await before?.ended;
    if (this.#isClosing) throw new AppError('stopping', 'Warren is stopping.');
    const { state } = await this.#sessions.get(owned);
    const run = this.#newRun(new RunReports(this.#reporting, owned, terminalState(state).run + 1), state, size);
    try {
      // The permission may have been revoked since the request.
      await requireTerminals(database.read, owned.person);
      const { billsKey, folder } = terminalState(state);
      changes.began(owned.session, folder);
      const environment = this.environmentFor(billsKey);
      await run.open(await run.prepare(environment, this.claude));
      before?.live.close();
      // Keeps `#runs` in the order of starts.
      this.#runs.delete(owned.session);
      this.#runs.set(owned.session, run);
      await run.begin();
    } catch (error) {
      const known =
        error instanceof AppError
          ? error
          : new AppError('internal', 'The terminal could not be started.', { cause: error });
      if (known !== error) log.error(`Terminal ${owned.session} could not be started`, error);
      await run.fail(known.message);
      throw known;
    }
  }

  #newRun(reports: RunReports, session: SessionState, size: ScreenSize): Run {
    const { program, folder, run: before } = terminalState(session);
    const isAttached = reports.run === before;
    const { changes } = this.#dependencies;
    const beside = {
      ...this.#dependencies,
      hooks: this.#hooks,
      chats: this.#chats,
      oldSessions: this.oldSessions,
      configuration: this.configuration,
      onHook: (hook: Hook) => changes.hear(reports.owned.session, folder, hook),
    };
    return new Run({
      ...this.#dependencies,
      session,
      size,
      reports,
      claude:
        program.kind === 'claude' ? new ClaudeRun(beside, reports, isAttached ? terminalState(session) : null) : null,
      screens: this.#screens,
      endsWithServer: () => this.#isClosing && this.#dependencies.endsAtStop,
      onEnded: () => {
        this.#closeEndedScreens();
        void this.#oldRecordings.sweep();
      },
    });
  }

  /** Closes screens of ended programs, except open and recent ones. A screen with all its lines takes some 10 MB. */
  #closeEndedScreens(): void {
    const ended = [...this.#runs].filter(([, { isRunning, live }]) => !isRunning && !live.isViewed);
    for (const [session, { live }] of ended.slice(0, -MAX_ENDED_SCREENS)) {
      live.close();
      this.#runs.delete(session);
    }
  }

  /** Sessions whose programs run or are starting. */
  #inUse(): ReadonlySet<string> {
    const running = [...this.#runs.values()].filter(({ isRunning }) => isRunning);
    const held = [...running.map(({ owned }) => owned), ...this.left.unattached];
    return new Set([...held.map(({ session }) => session), ...this.#starting.keys()]);
  }
}
