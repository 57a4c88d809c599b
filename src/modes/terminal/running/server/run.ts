import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';
import type { SessionState } from '#session/protocol.ts';

import type { TrackedStatus } from '../../hooks/server/status-tracker.ts';
import type { RecorderState } from '../../recording/server/recorder.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import type { Screens } from '../../screen/server/screens.ts';
import { terminalState } from '../domain/terminal-state.ts';
import { AgentStatus } from './agent-status.ts';
import type { ClaudeRun } from './claude-run.ts';
import { requireFolder } from './folders.ts';
import { type HostedMeta, writeHostedMeta } from './hosted-meta.ts';
import { lastPackedScreen } from './last-screen.ts';
import { LatestLine } from './latest-line.ts';
import { LiveTerminal } from './live-terminal.ts';
import { endSession, markOf } from './processes.ts';
import { findProgram } from './programs.ts';
import type { Pty, PtyCommand, PtyExit, PtyHost } from './pty.ts';
import type { RunReports } from './run-reports.ts';
import { isPromptingShell, ShellPrompt } from './shell-prompt.ts';
import type { TerminalTables } from './tables.ts';
import { recordingFile } from './terminal-files.ts';

interface RunOptions extends Pick<Services, 'log'> {
  /** The session's state before the run. */
  readonly session: SessionState;
  readonly size: ScreenSize;
  readonly reports: RunReports;
  /** Null for other programs. */
  readonly claude: ClaudeRun | null;
  readonly host: PtyHost;
  readonly screens: Screens;
  readonly database: Database<TerminalTables>;
  readonly home: string;
  readonly recordings: string;
  /** Whether the server is stopping and ends its programs. */
  readonly endsWithServer: () => boolean;
  /** Called once the end of the run is in the log. */
  readonly onEnded: () => void;
}

/** Rows above the window that the chat reads: a message can be higher than the window. */
export const ROWS_ABOVE = 400;
const LOST_WITH_HOST = 'The process that holds the terminals was ended, and the program with it.';
/** Maximum wait after the processes have ended, in ms. */
const MAX_END_MS = 2_000;
/** The same when a person waits for it: a slow disk can delay the recording. */
const MAX_STOP_MS = 10_000;

const within = <Result, Late>(work: Promise<Result>, late: Late, ms = MAX_END_MS): Promise<Result | Late> =>
  Promise.race([work, wait(ms, late, { ref: false })]);

/**
 * One run of a terminal's program, from its start to its last screen, with its recording and, for Claude Code, its
 * hooks and chat.
 */
export class Run {
  readonly claude: ClaudeRun | null;
  /** Resolves once the end of the run is in the log. */
  readonly ended: Promise<void>;
  readonly #options: RunOptions;
  readonly #line: LatestLine;
  readonly #start = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();
  /** Resolves once all of the chat is in the log. This can be after the end of the run. */
  #chatEnd: Promise<void> = Promise.resolve();
  #live: LiveTerminal | null = null;
  #pty: Pty | null = null;
  #program = '';
  #prompt: ShellPrompt | null = null;
  #agent: AgentStatus | null = null;
  #isStopped = false;
  #isDetached = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.claude = options.claude;
    this.ended = this.#end.promise;
    this.#line = new LatestLine((line) => void options.reports.line(line));
  }

  get owned() {
    return this.#options.reports.owned;
  }

  /** The terminal, also after the program has ended. */
  get live(): LiveTerminal {
    assert(this.#live, 'a run is looked at once it is open');
    return this.#live;
  }

  /** The program and its folder. */
  get inWords(): string {
    return this.#program;
  }

  get isRunning(): boolean {
    return this.#live?.isRunning === true;
  }

  /** Finds the program and prepares its start. Throws an AppError if it cannot be run. */
  async prepare(environment: Record<string, string>, claude: string | undefined): Promise<PtyCommand> {
    const { session, size } = this.#options;
    const { folder, program, claudeSession, library } = terminalState(session);
    const cwd = await requireFolder(folder, environment['HOME'] ?? '/');
    const { file, args } = await findProgram(program, { env: environment, cwd, claude });
    const hooked =
      this.claude && program.kind === 'claude'
        ? await this.claude.prepare({
            program,
            claudeSession,
            folder: cwd,
            environment,
            library:
              library?.closed === 'stopped'
                ? null
                : library && { bucketId: library.bucket?.id ?? null, canKeep: library.canKeep, name: session.title },
          })
        : { args: [], env: {} };
    return { file, args: [...args, ...hooked.args], cwd, env: { ...environment, ...hooked.env, PWD: cwd }, size };
  }

  /** Starts the program in a pseudoterminal of the host, with a recording, and opens its screen here. */
  async open(command: PtyCommand): Promise<void> {
    const { host, recordings, session } = this.#options;
    const { env } = command;
    const recording = {
      file: recordingFile(recordings, session.session),
      title: session.title,
      env: { TERM: env['TERM'] ?? '', SHELL: env['SHELL'] ?? '' },
    };
    const meta: HostedMeta = { ...this.owned, run: this.#options.reports.run, ...this.#described(command) };
    this.#show(await host.open(command, { recording, meta: writeHostedMeta(meta) }), meta);
  }

  #described({ file, args, cwd }: PtyCommand) {
    const { secret = null, libraryAddress = null } = this.claude ?? {};
    return { file, args, folder: cwd, secret, libraryAddress };
  }

  /**
   * Continues a program that outlived an earlier server. Sets up the hooks first: the host sends output once it is
   * attached.
   */
  async attach(id: string, meta: HostedMeta): Promise<void> {
    const { host, recordings, session, screens } = this.#options;
    const isStopped = terminalState(session).library?.closed === 'stopped';
    const { secret, folder, libraryAddress = null } = meta;
    if (secret !== null)
      await this.claude?.reattach({ secret, folder, libraryAddress: isStopped ? null : libraryAddress });
    const pty = await host.attach(id);
    const file = recordingFile(recordings, session.session);
    const screen = pty.start.isCut ? await lastPackedScreen(file, screens) : null;
    this.#start.resolve();
    this.#show(pty, meta, screen);
  }

  #show(pty: Pty, meta: HostedMeta, screen: Uint8Array | null = null): void {
    const { screens, log } = this.#options;
    this.#pty = pty;
    this.#program = `${path.basename(meta.file)} in ${meta.folder}`;
    this.#live = new LiveTerminal({
      pty,
      screens,
      screen,
      onChanged: (text) => {
        if (this.claude) this.claude.see(text);
        else this.#line.see(this.#agent && text.title !== '' ? [text.title] : text.rows);
        this.#prompt?.see();
      },
      above: this.claude ? ROWS_ABOVE : 0,
      onStuck: () => log.error(`Terminal ${this.owned.session} is paused: what it wrote kept its screen busy for ever`),
      onRecording: (state) => this.#hearRecording(state),
      onExit: (exit) => this.#onExit(exit),
    });
    if (isPromptingShell(meta)) {
      this.#prompt = new ShellPrompt(pty.pid, (status) => {
        this.#tell({ status, detail: null });
      });
    }
    if (terminalState(this.#options.session).program.kind === 'agent') this.#followAgent(this.#live);
    this.claude?.chat.attach(this.#live);
    this.#live.reportRecording(this.claude?.trouble ?? null);
  }

  /** Stores the process before the start is reported, so that a later server can end it if this one dies. */
  async begin(): Promise<void> {
    const { database, home, reports, size } = this.#options;
    const { owned, run } = reports;
    const mark = await markOf(this.live.pid, home);
    if (mark)
      await database.write((trx) =>
        trx
          .insertInto('terminal_processes')
          .values({ session_id: owned.session, person_id: owned.person, run, ...mark })
          .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ run, ...mark }))
          .execute(),
      );
    // Reported last: a page that reads of a new run opens its screen at once.
    await reports.started(size);
    this.#start.resolve();
  }

  /** Call it after a failed start. Ends the program if it runs, and logs the reason. */
  async fail(message: string): Promise<void> {
    const { reports, size } = this.#options;
    await this.close();
    await reports.started(size).finally(() => this.#start.resolve());
    if (!this.#live) await reports.ended({ exitCode: null, signal: null, reason: 'failed', message });
  }

  /** Ends the program at the person's request. Returns false if it did not end and some of its processes still run. */
  async stop(): Promise<boolean> {
    this.#isStopped = true;
    const isOver = await this.close();
    const known = this.ended.then(() => true);
    return await within(known, isOver, isOver ? MAX_STOP_MS : MAX_END_MS);
  }

  /** Writes buffered output to the recording, so that a reader gets all of it. */
  async flushRecording(): Promise<void> {
    await this.#pty?.flush();
  }

  /** Waits briefly until its end and its chat are in the log. */
  async settle(): Promise<void> {
    await Promise.all([within(this.ended, undefined), within(this.#chatEnd, undefined)]);
  }

  /**
   * Ends the program with everything it started, or releases what was prepared for it. Keeps the last screen. Returns
   * false if some of its processes still run.
   */
  async close(options: { readonly killAfterMs?: number } = {}): Promise<boolean> {
    this.claude?.chat.withdraw();
    if (this.#live) return await endSession(this.#live.pid, options);
    this.claude?.close();
    return true;
  }

  #followAgent(live: LiveTerminal): void {
    const agent = new AgentStatus({
      known: terminalState(this.#options.session).status,
      onStatus: (told) => this.#tell(told),
    });
    this.#agent = agent;
    live.onOutput = (bytes) => agent.hear(bytes);
    live.onTyped = (text) => agent.typed(text);
    live.onResized = () => agent.resized();
  }

  /** Reports a status, once the run has started: an earlier one would belong to no run. */
  #tell(told: Pick<TrackedStatus, 'status' | 'detail'>): void {
    void this.#start.promise.then(() => this.#options.reports.status({ ...told, line: null }));
  }

  /** Leaves the program, with its screen, to the next server. */
  async detach(): Promise<void> {
    this.#isDetached = true;
    this.#prompt?.end();
    this.#agent?.end();
    await within<unknown, unknown>(Promise.allSettled([this.claude?.detach(), this.live.detach()]), undefined);
  }

  /** Stops output from the host to this server. Call it after `detach`. */
  letGo(): void {
    this.#live?.close();
    this.#pty?.letGo();
  }

  async #lastScreen(): Promise<ScreenText | null> {
    const shown = await this.live.read(ROWS_ABOVE).catch(() => null);
    return shown && { ...shown.text, above: shown.above };
  }

  #hearRecording(state: RecorderState): void {
    const { log, session } = this.#options;
    if (state.kind === 'stopped') log.error(`Terminal ${session.session} is not recorded: ${state.message}`);
    if (state.kind !== 'closed') this.#live?.reportRecording(troubleOf(state) ?? this.claude?.trouble ?? null);
  }

  #onExit(exit: PtyExit): void {
    // The host stores the exit for the next server.
    if (this.#isDetached) return;
    const { log, reports, endsWithServer, onEnded } = this.#options;
    this.#line.flush();
    this.#prompt?.end();
    this.#agent?.end();
    const { isLost = false, ...how } = exit;
    const reason = isLost || endsWithServer() ? 'lost' : this.#isStopped ? 'stopped' : 'exited';
    // The rest of the transcript can be read after the end.
    const screen = isLost ? this.#lastScreen() : undefined;
    this.#chatEnd = (this.claude?.end(screen) ?? Promise.resolve()).catch(() => undefined);
    if (isLost) log.error(`Terminal ${this.owned.session} is lost: ${LOST_WITH_HOST}`);
    // Processes that outlive the host have no terminal.
    const tidied = isLost ? endSession(this.live.pid) : this.#pty?.flush();
    void Promise.all([tidied, this.#start.promise])
      .then(() => reports.ended({ ...how, reason, ...(isLost && { message: LOST_WITH_HOST }) }))
      .then(() => this.#pty?.release())
      .catch((error: unknown) => log.error(`The end of terminal ${this.owned.session} could not be kept`, error))
      .finally(() => this.#end.resolve())
      .then(onEnded);
  }
}

/** The reason why a terminal is not recorded; null if it is. */
function troubleOf(state: RecorderState): string | null {
  if (state.kind === 'cut') return 'The recording has reached its greatest size: what comes now is not recorded.';
  return state.kind === 'stopped' ? state.message : null;
}
