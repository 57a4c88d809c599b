import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import type { Log } from '#session/server/dependencies.ts';

import { makeUploadFolder } from '../../chat/server/uploads.ts';
import { permissionModeOf } from '../../hooks/domain/permission-mode.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { SessionTracker } from '../../hooks/domain/session-tracker.ts';
import { hookSettingsFile, SECRET_VARIABLE, writeHookSettings, writeShim } from '../../hooks/server/hook-settings.ts';
import type { HooksListener } from '../../hooks/server/hooks-listener.ts';
import { StatusTracker, type TrackedStatus } from '../../hooks/server/status-tracker.ts';
import { type LibraryWish, type Program, type ShownPermissionMode, shownPermissionMode } from '../../protocol.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { claudeArguments } from '../domain/claude-arguments.ts';
import { libraryArguments, libraryEnvironment, onThisMachine } from '../domain/library-server.ts';
import { conversationTitle } from '../domain/terminal-title.ts';
import type { HostedMeta } from './hosted-meta.ts';
import type { LibraryPort } from './library-port.ts';
import type { OldSessions } from './old-sessions.ts';
import type { RunReports } from './run-reports.ts';
import { switchingHooksOff } from './switched-off-hooks.ts';
import type { TerminalChat } from './terminal-chat.ts';
import type { TerminalChats } from './terminal-chats.ts';

export interface ClaudeRunOptions {
  readonly hooks: HooksListener;
  readonly chats: TerminalChats;
  readonly oldSessions: OldSessions;
  /** The folder of the CLI, such as `~/.claude`. */
  readonly configuration: string;
  readonly hookSettings: string;
  readonly uploads: string;
  readonly library: LibraryPort;
  readonly log: Log;
  /** Receives every hook, in addition to the chat. */
  readonly onHook: (hook: Hook) => void;
}

interface Reattached extends Pick<HostedMeta, 'folder' | 'libraryAddress'> {
  readonly secret: string;
}

interface ClaudeStart {
  readonly program: Extract<Program, { kind: 'claude' }>;
  /** Claude Code's id of the session that last ran in this terminal. */
  readonly claudeSession: string | null;
  readonly folder: string;
  /** The environment before Warren adds its variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** The part of the library that the session can access; null for none. `name`: shown in the list of tokens. */
  readonly library: (LibraryWish & { readonly name: string }) | null;
}

/**
 * The parts of a run of Claude Code besides its terminal: hooks, a status derived from hooks and screen, and a chat.
 */
export class ClaudeRun {
  readonly chat: TerminalChat;
  readonly status: StatusTracker;
  /** The reason why the chat may be incomplete, or null. */
  trouble: string | null = null;
  /** The secret of its hooks, set once it listens. */
  secret: string | null = null;
  /** The address of the library that the program was started with. */
  libraryAddress: string | null = null;
  readonly #options: ClaudeRunOptions;
  readonly #reports: RunReports;
  readonly #sessionTracker = new SessionTracker();
  /** Claude Code's latest title for the conversation. */
  #title: string | null = null;
  #permissionMode: ShownPermissionMode | undefined;
  /**
   * Whether the screen shows the permission mode. The screen then decides, because a hook can arrive after a later
   * change.
   */
  #showsMode = false;

  /** `before`: the status in the log, if the program was already running. */
  constructor(options: ClaudeRunOptions, reports: RunReports, before: Pick<TrackedStatus, 'status' | 'detail'> | null) {
    this.#options = options;
    this.#reports = reports;
    this.chat = options.chats.open(reports.owned);
    this.status = new StatusTracker((status) => void reports.status(status), before);
  }

  /** Listens for hooks. Returns the arguments and variables that make the program send them. */
  async prepare({ program, claudeSession, folder, environment, library }: ClaudeStart): Promise<{
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  }> {
    const { chats, uploads, hookSettings } = this.#options;
    const { owned } = this.#reports;
    const { socket, secret } = await this.#listen();
    const opened = library && (await this.#openLibrary(library, environment));
    const args = [
      ...(opened?.args ?? []),
      '--settings',
      await writeHookSettings(hookSettings, { socket, session: owned.session, program }),
      '--add-dir',
      await makeUploadFolder(uploads, owned.session),
      ...(await this.#sessionArguments(program, claudeSession)),
    ];
    await this.#lookAtSettings(folder);
    await chats.followExpected(this.chat, owned, folder);
    return { args, env: { [SECRET_VARIABLE]: secret, ...opened?.env } };
  }

  /** Continues a program that outlived its server. It still sends its hooks with the secret from its start. */
  async reattach({ secret, folder, libraryAddress = null }: Reattached): Promise<void> {
    const { chats, hookSettings, library } = this.#options;
    this.libraryAddress = libraryAddress;
    if (libraryAddress !== null && libraryAddress !== onThisMachine(library.address())) {
      await this.#reports.libraryClosed('old-address');
      this.trouble =
        'Claude Code cannot reach your library: Warren has another address than when this program started. Start the session again.';
    }
    await this.#lookAtSettings(folder);
    await chats.restore(this.chat, this.#reports.owned);
    try {
      await writeShim(hookSettings);
      await this.#listen(secret);
    } catch (error) {
      this.trouble = `Hooks do not reach Warren (${String(error)}): the chat shows what screen and transcript tell, and permissions are answered in the terminal.`;
    }
  }

  see(text: ScreenText): void {
    this.chat.see(text);
    this.status.see(text);
    const mode = permissionModeOf(text.rows);
    this.#showsMode = mode !== undefined;
    this.#tellMode(mode);
    const title = conversationTitle(text.title);
    if (title === null || title === this.#title) return;
    void this.#reports.title(title, this.#title);
    this.#title = title;
  }

  /**
   * Call it when the program has ended. Resolves once all of the chat is in the log. `screen`: the last screen, for
   * content that the transcript may lack.
   */
  async end(screen?: Promise<ScreenText | null>): Promise<void> {
    this.#stopListening();
    if (screen) await this.chat.endWith({ prompt: null, screen: await screen });
    await this.chat.end();
  }

  /** Stops following the program, which continues without this server. */
  detach(): Promise<void> {
    this.#options.hooks.unregister(this.#reports.owned.session);
    this.status.close();
    return this.chat.detach();
  }

  /** Releases what was prepared for a program that never started. */
  close(): void {
    this.#stopListening();
    this.chat.close();
  }

  #tellMode(mode: ShownPermissionMode | undefined): void {
    if (mode === undefined || mode === this.#permissionMode) return;
    this.#permissionMode = mode;
    void this.#reports.permissionMode(mode);
  }

  async #openLibrary(wish: NonNullable<ClaudeStart['library']>, environment: ClaudeStart['environment']) {
    const { library } = this.#options;
    this.libraryAddress = onThisMachine(library.address());
    const token = await library.open({ ...this.#reports.owned, ...wish });
    const access = { address: this.libraryAddress, token };
    return { args: libraryArguments(access.address), env: libraryEnvironment(access, environment) };
  }

  async #listen(secret?: string): Promise<{ readonly socket: string; readonly secret: string }> {
    const listening = await this.#options.hooks.register(
      this.#reports.owned.session,
      {
        onHook: (hook) => this.#hear(hook),
        onHeld: this.chat.hold,
        onUsage: (usage) => void this.#reports.usage(usage),
        onWrongTranscript: ({ given, projects }) =>
          this.chat.report(
            `The transcript that Claude Code names, ${given}, is not in ${projects}: the chat shows what screen and hooks tell.`,
          ),
        onVimMode: (mode) => this.chat.vimMode.told(mode),
      },
      secret,
    );
    this.secret = listening.secret;
    return listening;
  }

  async #lookAtSettings(folder: string): Promise<void> {
    const switchedOffBy = await switchingHooksOff({ configuration: this.#options.configuration, folder });
    if (switchedOffBy !== null)
      this.trouble = `Hooks are switched off (disableAllHooks in ${switchedOffBy}): the chat shows what screen and transcript tell, and permissions are answered in the terminal.`;
  }

  #stopListening(): void {
    this.#options.hooks.unregister(this.#reports.owned.session);
    this.status.close();
    void rm(this.#settingsFile, { force: true }).catch(() => undefined);
  }

  get #settingsFile(): string {
    return hookSettingsFile(this.#options.hookSettings, this.#reports.owned.session);
  }

  /** Returns false if the hook came late. */
  #hear(hook: Hook): boolean {
    this.#options.onHook(hook);
    this.chat.hear(hook);
    const isTimely = this.status.hear(hook);
    if (isTimely && !this.#showsMode && hook.agent_id === undefined)
      this.#tellMode(shownPermissionMode.safeParse(hook.permission_mode).data);
    // A late hook can belong to the previous session.
    const changed = isTimely ? this.#sessionTracker.hear(hook) : null;
    if (changed !== null)
      this.#reports
        .claudeSession(changed)
        .catch((error: unknown) =>
          this.#options.log.error(
            `The id of what runs in terminal ${this.#reports.owned.session} could not be kept`,
            error,
          ),
        );
    return isTimely;
  }

  /** Continues the session of this terminal, or resumes an older one, or begins a session under a new id. */
  async #sessionArguments(
    { arguments: own, resume }: ClaudeStart['program'],
    claudeSession: string | null,
  ): Promise<readonly string[]> {
    if (claudeSession !== null && (await this.#options.oldSessions.find(claudeSession)) !== null) {
      const { args, choosesSession } = claudeArguments({ own, isAgain: true });
      return choosesSession ? args : ['--resume', claudeSession, ...args];
    }
    if (claudeSession === null && resume) {
      const { claudeSession: older, isFork } = resume;
      if (!isFork) await this.#reports.claudeSession(older);
      const { args } = claudeArguments({ own, isAgain: true });
      return ['--resume', older, ...(isFork ? ['--fork-session'] : []), ...args];
    }
    const { args, choosesSession } = claudeArguments({ own, isAgain: false });
    // The hooks report which session it is.
    if (choosesSession) return args;
    const fresh = claudeSession ?? randomUUID();
    await this.#reports.claudeSession(fresh);
    return ['--session-id', fresh, ...args];
  }
}
