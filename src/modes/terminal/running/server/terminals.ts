import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Services } from '#composition/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { Owned } from '#session/server/log/log.ts';
import type { ModeReports } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ChatMessageUpdate } from '../../chat/protocol.ts';
import type { Wanted } from '../../chat/server/reader-messages.ts';
import { makeUploadFolder } from '../../chat/server/uploads.ts';
import { HeardSession } from '../../hooks/domain/heard-session.ts';
import { SECRET_VARIABLE, writeHookSettings } from '../../hooks/server/hook-settings.ts';
import { HooksListener, type RefusedHooks } from '../../hooks/server/hooks-listener.ts';
import { type KeptStatus, StatusKeeper } from '../../hooks/server/status-keeper.ts';
import type { Program, TerminalExit } from '../../protocol.ts';
import { Recorder } from '../../recording/server/recorder.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import { Screens } from '../../screen/server/screens.ts';
import { OldSessions } from '../../transcripts/server/old-sessions.ts';
import type { ChatCommand } from '../domain/chat-command.ts';
import { claudeArguments } from '../domain/claude-arguments.ts';
import { terminalEnvironment } from '../domain/terminal-environment.ts';
import type { TerminalReport } from '../domain/terminal-state.ts';
import { requireFolder } from './folders.ts';
import { LatestLine } from './latest-line.ts';
import { LeftTerminals } from './left-terminals.ts';
import { LiveTerminal } from './live-terminal.ts';
import { OldRecordings, type RecordingLimits } from './old-recordings.ts';
import { requireTerminals } from './permission.ts';
import { endSession, markOf } from './processes.ts';
import { findProgram } from './programs.ts';
import type { OpenPty } from './pty.ts';
import { recordingFile } from './recording-file.ts';
import { troubleOf } from './recording-trouble.ts';
import type { TerminalTables } from './tables.ts';
import type { TerminalChat } from './terminal-chat.ts';
import { TerminalChats } from './terminal-chats.ts';
import { terminalState } from './terminal-state-of.ts';
import { withoutProxy } from './without-proxy.ts';

export interface TerminalDependencies extends Pick<Services, 'log' | 'newId' | 'settledNow'> {
  readonly database: Database<TerminalTables>;
  readonly openPty: OpenPty;
  /** What the server was started with. */
  readonly environment: NodeJS.ProcessEnv;
  /** The data folder. */
  readonly home: string;
  /** Where recordings are kept, and nothing else. */
  readonly recordings: string;
  readonly recordingLimits: RecordingLimits;
  /** Where the settings of the CLI's runs are written. */
  readonly hookSettings: string;
  /** Where files that are given in chats are kept. */
  readonly uploads: string;
}

interface Held {
  readonly owned: Owned;
  readonly run: number;
  readonly live: LiveTerminal;
  readonly recorder: Recorder;
  readonly chat: TerminalChat | undefined;
  readonly keeper: StatusKeeper | undefined;
  /** Resolves once all of the chat is in the log, after the run. */
  readonly chatEnded: Promise<void>;
  /** Resolves once its end is in the log. */
  readonly ended: Promise<void>;
  isStopped: boolean;
}

const isWithin = (work: Promise<unknown>) => Promise.race([work, wait(END_KEPT_WITHIN_MS, undefined, { ref: false })]);

/** Whether the end of a terminal is in the log, soon after its processes have ended. */
const hasEnded = ({ ended }: Held): Promise<boolean> =>
  Promise.race([ended.then(() => true), wait(END_KEPT_WITHIN_MS, false, { ref: false })]);

/** Screens of terminals that have ended. A later look at the others is a replay. */
const MAX_ENDED_SCREENS = 5;
/** A server that is told to stop has five seconds. */
const KILL_AT_STOP_AFTER_MS = 1_500;
const END_KEPT_WITHIN_MS = 2_000;
/** Of a screen, for its chat: a message may be higher than the window. */
const ROWS_ABOVE = 400;
const FIRST_SIZE: ScreenSize = { cols: 120, rows: 36 };

/** The terminals that run, by their session, and the last screens of those that ended lately. */
export class Terminals {
  readonly #dependencies: TerminalDependencies;
  readonly #sessions: LiveSessions;
  readonly #reports: ModeReports<TerminalReport>;
  readonly #screens = new Screens();
  readonly #hooks: HooksListener;
  readonly #chats: TerminalChats;
  readonly #held = new Map<string, Held>();
  /** What an earlier process of Warren left behind. */
  readonly left: LeftTerminals;
  /** What the CLI has kept of this and earlier sessions. */
  readonly oldSessions: OldSessions;
  readonly #starting = new Map<string, Promise<void>>();
  readonly #resuming = new Map<string, Promise<void>>();
  readonly #oldRecordings: OldRecordings;
  #isClosing = false;

  constructor(
    dependencies: TerminalDependencies,
    { sessions, reports }: { readonly sessions: LiveSessions; readonly reports: ModeReports<TerminalReport> },
  ) {
    this.#dependencies = dependencies;
    this.#sessions = sessions;
    this.#reports = reports;
    this.#oldRecordings = new OldRecordings({
      folder: dependencies.recordings,
      uploads: dependencies.uploads,
      limits: dependencies.recordingLimits,
      inUse: () => this.#inUse(),
      settledNow: dependencies.settledNow,
      onError: (error) => dependencies.log.error('Old recordings could not be removed', error),
    });
    const { HOME = '/', CLAUDE_CONFIG_DIR } = this.environmentFor(false);
    const projects = path.join(CLAUDE_CONFIG_DIR ?? path.join(HOME, '.claude'), 'projects');
    this.oldSessions = new OldSessions(projects);
    const { log, newId } = dependencies;
    this.#chats = new TerminalChats({ sessions, reports, log, newId, projects, oldSessions: this.oldSessions });
    this.#hooks = new HooksListener(projects);
    this.left = new LeftTerminals({
      ...dependencies,
      complete: (owned) => this.#chats.complete(owned),
      tellEnd: (owned, run, exit) => this.#tellEnd(owned, run, exit),
    });
  }

  /** The person's home and environment, as terminals get it. */
  environmentFor(billsKey: boolean): Record<string, string> {
    const env = terminalEnvironment(this.#dependencies.environment, { billsKey });
    const { homedir, shell, username } = userInfo();
    env['HOME'] ??= homedir;
    env['SHELL'] ??= shell ?? '/bin/sh';
    env['USER'] ??= username;
    return env;
  }

  /** Hooks of the CLI that changed nothing since the server started, by why. */
  get refusedHooks(): RefusedHooks {
    return this.#hooks.refused;
  }

  get claude(): string | undefined {
    return this.#dependencies.environment['WARREN_CLAUDE'];
  }

  /** The terminal of a session: running, or as its program left it. Undefined after a restart of the server. */
  find({ person, session }: Owned): LiveTerminal | undefined {
    const held = this.#held.get(session);
    return held?.owned.person === person ? held.live : undefined;
  }

  /** Starts the program of a session, unless it runs. Throws an AppError if it cannot be started; the log says so too. */
  start(owned: Owned, size: ScreenSize = FIRST_SIZE): Promise<void> {
    const key = owned.session;
    const under = this.#starting.get(key);
    if (under) return under;
    const starting = this.#start(owned, size).finally(() => this.#starting.delete(key));
    this.#starting.set(key, starting);
    return starting;
  }

  /** Writes what waits into the recording of a session, so that a reader gets all of it. */
  async flushRecording({ session }: Owned): Promise<void> {
    await this.#held.get(session)?.recorder.flush();
  }

  /** Does what goes on with a session of the CLI after whatever does the same: two programs would mix its history. */
  async inTurn<Result>(claudeSession: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#resuming.get(claudeSession) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#resuming.set(claudeSession, settled);
    void settled.then(() => this.#resuming.get(claudeSession) === settled && this.#resuming.delete(claudeSession));
    return await done;
  }

  isRunning(session: string): boolean {
    return this.#held.get(session)?.live.isRunning === true;
  }

  /** Ends what runs in a session and everything that it started. */
  async stop(owned: Owned): Promise<void> {
    await this.left.whenDone(owned);
    await this.#starting.get(owned.session)?.catch(() => undefined);
    const held = this.#held.get(owned.session);
    if (!held || held.owned.person !== owned.person || !held.live.isRunning) return;
    held.isStopped = true;
    held.chat?.withdraw();
    await endSession(held.live.pid);
    if (!(await hasEnded(held)))
      throw new AppError('refused', 'It could not be ended: it runs with another account. End it in the terminal.', {
        reason: 'not-ended',
      });
  }

  /** Ends everything that runs for a person. */
  async stopAll(person: string): Promise<void> {
    await Promise.allSettled([this.left.whenDone({ person }), ...this.#starting.values()]);
    const own = [...this.#held.values()].filter(({ owned }) => owned.person === person);
    await Promise.all(own.map(({ owned }) => this.stop(owned)));
  }

  /** Does what a command of the chat asks for. Throws an AppError if it cannot. */
  async act(owned: Owned, command: ChatCommand): Promise<void> {
    // The permission may have been withdrawn.
    await requireTerminals(this.#dependencies.database.read, owned.person);
    const { chat, keeper } = this.#running(owned) ?? {};
    if (!chat) throw new AppError('refused', 'Claude Code does not run in this terminal.', { reason: 'not-running' });
    if (command.type === 'chat_input') await chat.send(command.content, command.withDraft);
    else if (command.type === 'interrupt') await chat.interrupt();
    else keeper?.answered(chat.answerPermission(command), command.behavior);
  }

  /** Text of a chat that was shown and is not in its log yet. */
  shownTexts(owned: Owned): readonly ChatMessageUpdate[] {
    return this.#running(owned)?.chat?.shownTexts ?? [];
  }

  /** Something of a chat that its log does not hold; null if it is nowhere any more. */
  async findInChat(owned: Owned, what: Wanted): Promise<string | null> {
    return (await this.#running(owned)?.chat?.find(what)) ?? (await this.#chats.findInTranscript(owned, what));
  }

  #running({ person, session }: Owned): Held | undefined {
    const held = this.#held.get(session);
    return held?.owned.person === person && held.live.isRunning ? held : undefined;
  }

  /** Begins to end what an earlier process left behind, which takes seconds. */
  async recover(): Promise<void> {
    await this.left.tidyUp();
    void this.left.whenDone().then(() => {
      if (!this.#isClosing) this.#oldRecordings.start();
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#starting.values());
    const running = [...this.#held.values()].filter(({ live }) => live.isRunning);
    for (const { chat } of running) chat?.withdraw();
    await Promise.all(running.map(({ live }) => endSession(live.pid, { killAfterMs: KILL_AT_STOP_AFTER_MS })));
    await Promise.all([...this.#held.values()].flatMap((held) => [hasEnded(held), isWithin(held.chatEnded)]));
    await this.left.close();
    await Promise.all([this.#screens.close(), this.#hooks.close(), this.#chats.close(), this.#oldRecordings.close()]);
  }

  async #start(owned: Owned, size: ScreenSize): Promise<void> {
    const { openPty, database, log } = this.#dependencies;
    const before = this.#held.get(owned.session);
    if (before?.live.isRunning) return;
    await Promise.all([before?.ended, this.left.whenDone(owned)]);
    if (this.#isClosing) throw new AppError('stopping', 'Warren is stopping.');
    const session = await this.#sessions.get(owned);
    const { folder, program, billsKey, run: latest, claudeSession } = terminalState(session.state);
    const run = latest + 1;
    /** What is to be ended where the start fails half-way. */
    const begun: (() => unknown)[] = [];
    const { promise: startTold, resolve: tellStart } = Promise.withResolvers<void>();
    try {
      // It may have been withdrawn since it was asked for.
      await requireTerminals(database.read, owned.person);
      const env = this.environmentFor(billsKey);
      const cwd = await requireFolder(folder, env['HOME'] ?? '/');
      const { file, args: given } = await findProgram(program, { env, cwd, claude: this.claude });
      const isClaude = program.kind === 'claude';
      const line = new LatestLine((latest) => void this.#tellLine(owned, run, latest));
      const keeper = isClaude ? new StatusKeeper((status) => void this.#tellStatus(owned, run, status)) : undefined;
      if (keeper) begun.push(() => keeper.close());
      const chat = isClaude ? this.#chats.open(owned) : undefined;
      if (chat) begun.push(() => chat.close());
      const args = [...given];
      if (keeper) {
        const heard = new HeardSession();
        const hooked = await this.#hooks.register(owned.session, {
          onHook: (hook) => {
            chat?.hear(hook);
            const isTimely = keeper.hear(hook);
            // What comes late may be of the session before.
            const changed = isTimely ? heard.hear(hook) : null;
            if (changed !== null)
              this.#report(owned, { type: 'claude-session', run, claudeSession: changed }).catch((error: unknown) =>
                log.error(`The id of what runs in terminal ${owned.session} could not be kept`, error),
              );
            return isTimely;
          },
          ...(chat && { onHeld: chat.hold }),
          onUsage: (usage) => void this.#report(owned, { type: 'usage', run, usage }).catch(() => undefined),
        });
        begun.push(() => this.#hooks.unregister(owned.session));
        env[SECRET_VARIABLE] = hooked.secret;
        for (const name of ['NO_PROXY', 'no_proxy']) env[name] = withoutProxy(env[name]);
        args.push('--settings', await writeHookSettings(this.#hookSettingsOf(owned), { url: hooked.url, program }));
        args.push('--add-dir', await makeUploadFolder(this.#dependencies.uploads, owned.session));
        args.push(...(await this.#sessionArguments(owned, run, { program, claudeSession })));
        if (chat) await this.#chats.followExpected(chat, owned, cwd);
      }
      const { promise: chatEnded, resolve: endChat } = Promise.withResolvers<void>();
      const holder: { held?: Held } = {};
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const recorder = new Recorder({
        file: recordingFile(this.#dependencies.recordings, owned.session),
        size: { columns: size.cols, rows: size.rows },
        title: session.state.title,
        env: { TERM: env['TERM'] ?? '', SHELL: env['SHELL'] ?? '' },
        onPending: () => holder.held?.live.resumeIfHandled(),
        onState: (state) => {
          if (state.kind === 'stopped') log.error(`Terminal ${owned.session} is not recorded: ${state.message}`);
          if (state.kind !== 'closed') holder.held?.live.tellRecording(troubleOf(state));
        },
      });
      begun.push(() => recorder.close());
      const live = new LiveTerminal({
        openPty,
        screens: this.#screens,
        log: recorder,
        command: { file, args, cwd, env: { ...env, PWD: cwd }, size },
        onChanged: (text) => {
          chat?.see(text);
          if (keeper) keeper.see(text);
          else line.see(text.rows);
        },
        above: isClaude ? ROWS_ABOVE : 0,
        onExit: (exit) => {
          if (isClaude) {
            this.#hooks.unregister(owned.session);
            void rm(this.#hookSettingsOf(owned), { force: true }).catch(() => undefined);
          }
          keeper?.close();
          line.flush();
          const reason = this.#isClosing
            ? ('lost' as const)
            : holder.held?.isStopped === true
              ? ('stopped' as const)
              : ('exited' as const);
          // Its end is told after its start; what the transcript still tells may come later.
          void (chat?.end() ?? Promise.resolve()).then(endChat, endChat);
          void Promise.all([recorder.close(), startTold])
            .then(() => this.#tellEnd(owned, run, { ...exit, reason }))
            .catch((error: unknown) => log.error(`The end of terminal ${owned.session} could not be kept`, error))
            .finally(resolve)
            .then(() => this.#closeEndedScreens())
            .then(() => this.#oldRecordings.sweep());
        },
      });
      const held: Held = { owned, run, live, recorder, chat, keeper, chatEnded, ended, isStopped: false };
      holder.held = held;
      chat?.attach(live);
      live.tellRecording(troubleOf(recorder.state));
      before?.live.close();
      // Those that began last stand last.
      this.#held.delete(owned.session);
      this.#held.set(owned.session, held);
      begun.splice(0, begun.length, () => endSession(live.pid));
      // Before anything is told of it: whatever happens then, a later start knows what to end.
      const mark = await markOf(live.pid, this.#dependencies.home);
      if (mark)
        await database.write((trx) =>
          trx
            .insertInto('terminal_processes')
            .values({ session_id: owned.session, person_id: owned.person, run, ...mark })
            .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ run, ...mark }))
            .execute(),
        );
      // After that: whoever reads of a new run looks at its screen.
      await this.#report(owned, { type: 'started', run, ...size });
      tellStart();
    } catch (error) {
      for (const end of begun) await end();
      const known =
        error instanceof AppError
          ? error
          : new AppError('internal', 'The terminal could not be started.', { cause: error });
      if (known !== error) log.error(`Terminal ${owned.session} could not be started`, error);
      await this.#report(owned, { type: 'started', run, ...size }).finally(tellStart);
      if (this.#held.get(owned.session)?.run !== run)
        await this.#tellEnd(owned, run, { exitCode: null, signal: null, reason: 'failed', message: known.message });
      throw known;
    }
  }

  #hookSettingsOf({ session }: Owned): string {
    return path.join(this.#dependencies.hookSettings, `${session}.json`);
  }

  /** A screen with all its lines takes some 10 MB: of those that nobody looks at, the latest stay. */
  #closeEndedScreens(): void {
    const ended = [...this.#held].filter(([, { live }]) => !live.isRunning && !live.isViewed);
    for (const [session, { live }] of ended.slice(0, -MAX_ENDED_SCREENS)) {
      live.close();
      this.#held.delete(session);
    }
  }

  /** Sessions that run or start. */
  #inUse(): ReadonlySet<string> {
    const running = [...this.#held.values()].filter(({ live }) => live.isRunning);
    return new Set([...running.map(({ owned }) => owned.session), ...this.#starting.keys()]);
  }

  /** Goes on with what the CLI has kept of this terminal or of an older session, or begins under an id of our own. */
  async #sessionArguments(
    owned: Owned,
    run: number,
    { program, claudeSession }: { readonly program: Program; readonly claudeSession: string | null },
  ): Promise<readonly string[]> {
    if (program.kind !== 'claude') return [];
    const own = program.arguments;
    if (claudeSession !== null && (await this.oldSessions.find(claudeSession)) !== null) {
      const { args, choosesSession } = claudeArguments({ own, isAgain: true });
      return choosesSession ? args : ['--resume', claudeSession, ...args];
    }
    if (claudeSession === null && program.resume) {
      const { claudeSession: older, isFork } = program.resume;
      if (!isFork) await this.#report(owned, { type: 'claude-session', run, claudeSession: older });
      const { args } = claudeArguments({ own, isAgain: true });
      return ['--resume', older, ...(isFork ? ['--fork-session'] : []), ...args];
    }
    const { args, choosesSession } = claudeArguments({ own, isAgain: false });
    // Its hooks tell which one it is.
    if (choosesSession) return args;
    const fresh = claudeSession ?? randomUUID();
    await this.#report(owned, { type: 'claude-session', run, claudeSession: fresh });
    return ['--session-id', fresh, ...args];
  }

  async #tellEnd(owned: Owned, run: number, exit: TerminalExit): Promise<void> {
    await this.#report(owned, { type: 'ended', run, exit });
    await this.#dependencies.database.write((trx) =>
      trx
        .deleteFrom('terminal_processes')
        .where('session_id', '=', owned.session)
        .where('person_id', '=', owned.person)
        .where('run', '=', run)
        .execute(),
    );
  }

  async #tellStatus(owned: Owned, run: number, { status, detail, line }: KeptStatus): Promise<void> {
    await this.#report(owned, { type: 'status', run, status, detail, line }).catch((error: unknown) =>
      this.#dependencies.log.error(`The status of terminal ${owned.session} could not be kept`, error),
    );
  }

  async #tellLine(owned: Owned, run: number, line: string): Promise<void> {
    const session = await this.#sessions.get(owned).catch(() => null);
    if (!session) return;
    const { status, detail } = terminalState(session.state);
    await this.#report(owned, { type: 'status', run, status, detail, line }).catch(() => undefined);
  }

  async #report(owned: Owned, report: TerminalReport): Promise<void> {
    const id = `terminal-${this.#dependencies.newId()}`;
    const answer = await this.#reports.report(owned, { id, report });
    assert(answer, 'a report is answered');
  }
}
