import path from 'node:path';

import type { Message, SessionState } from '#session/protocol.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { Owned } from '#session/server/log/log.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import { aboutOf } from '../../chat/domain/shown/shown-messages.ts';
import { ChatReaders, NO_LISTENER } from '../../chat/server/chat-readers.ts';
import { completeCommand } from '../../chat/server/completion/complete-command.ts';
import type { Wanted } from '../../chat/server/reader-messages.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { type TerminalReport, terminalState } from '../domain/terminal-state.ts';
import type { OldSessions } from './old-sessions.ts';
import { expectedTranscript, TerminalChat } from './terminal-chat.ts';

interface TerminalChatsOptions {
  readonly sessions: LiveSessions;
  readonly reports: ModeReports<TerminalReport>;
  readonly log: Log;
  readonly newId: () => string;
  /** The folder of the CLI, such as `~/.claude`. `projects` is the folder in it for transcripts. */
  readonly configuration: string;
  readonly projects: string;
  readonly oldSessions: OldSessions;
  /** The last screen of a terminal of an earlier server. */
  readonly lastScreen: (session: string) => Promise<ScreenText | null>;
}

/** The chats of all terminals. Chats of terminals that have ended are read from their transcripts. */
export class TerminalChats {
  readonly #options: TerminalChatsOptions;
  readonly #readers: ChatReaders;

  constructor(options: TerminalChatsOptions) {
    this.#options = options;
    this.#readers = new ChatReaders({ onError: (message, error) => options.log.error(message, error) });
  }

  open(owned: Owned): TerminalChat {
    const { sessions, reports, newId, log, configuration } = this.#options;
    return new TerminalChat({
      owned,
      readers: this.#readers,
      sessions,
      reports,
      newId,
      keybindings: path.join(configuration, 'keybindings.json'),
      hasCommand: async (command) => {
        const { folder } = terminalState((await sessions.get(owned)).state);
        const known = await completeCommand(command, { folder, configuration });
        return known.some(({ value }) => value === command);
      },
      onError: (error) => log.error(`The chat of terminal ${owned.session} could not be kept`, error),
    });
  }

  /** Follows the expected transcript of a program about to start, before a hook reports its path. */
  async followExpected(chat: TerminalChat, owned: Owned, folder: string): Promise<void> {
    const { claudeSession } = terminalState((await this.#options.sessions.get(owned)).state);
    if (claudeSession !== null)
      chat.follow(await expectedTranscript(this.#options.projects, { folder, claudeSession }));
  }

  /** Continues a chat after a restart of the server. The transcript has the messages from in between. */
  async restore(chat: TerminalChat, owned: Owned): Promise<void> {
    const { state } = await this.#options.sessions.get(owned);
    const { claudeSession, folder } = terminalState(state);
    const [file] = await this.#filesOf(claudeSession === null ? [] : [claudeSession]);
    if (file === undefined) await this.followExpected(chat, owned, folder);
    else chat.follow(file);
    chat.restore(openPermissions(state));
  }

  /** Brings the part of a chat that the server missed into the log. */
  async complete(owned: Owned): Promise<void> {
    await this.#withdrawOpen(owned);
    const { state } = await this.#options.sessions.get(owned);
    const { claudeSession } = terminalState(state);
    const [file] = await this.#filesOf(claudeSession === null ? [] : [claudeSession]);
    const isOpen = state.messages.some(({ status }) => status === 'streaming');
    if (file === undefined && !isOpen) return;
    const chat = this.open(owned);
    if (file !== undefined) chat.follow(file);
    if (isOpen && claudeSession !== null) {
      const screen = await this.#options.lastScreen(owned.session);
      await chat.endWith({ prompt: latestPrompt(state.messages, claudeSession), screen });
    }
    await chat.end();
  }

  /**
   * Searches the transcripts of all sessions that ran in the terminal. Writes nothing, because another server may serve
   * the person.
   */
  async findInTranscript(owned: Owned, what: Wanted): Promise<string | null> {
    const { claudeSessions } = terminalState(await this.#options.sessions.storedState(owned));
    const chat = this.#readers.open(NO_LISTENER);
    for (const file of await this.#filesOf(claudeSessions)) chat.follow(file);
    await chat.finish();
    const found = await chat.find(what);
    chat.close();
    return found;
  }

  close(): Promise<void> {
    return this.#readers.close();
  }

  async #filesOf(claudeSessions: readonly string[]): Promise<readonly string[]> {
    const files: string[] = [];
    for (const claudeSession of claudeSessions) {
      const file = await this.#options.oldSessions.find(claudeSession);
      if (file !== null) files.push(file);
    }
    return files;
  }

  /** Marks permission requests that were open when the server stopped as answered by nobody. */
  async #withdrawOpen(owned: Owned): Promise<void> {
    const { sessions, reports, newId } = this.#options;
    const open = openPermissions((await sessions.get(owned)).state);
    if (open.length === 0) return;
    const events = open.map(({ permissionId }) => ({
      type: 'permission_resolved' as const,
      permissionId,
      by: 'nobody' as const,
      behavior: null,
    }));
    await reports.report(owned, { id: `chat-${newId()}`, report: { type: 'chat', events } });
  }
}

const openPermissions = (state: SessionState) =>
  (terminalState(state).permissions ?? []).filter(({ resolved }) => resolved === null);

/** The latest prompt, as a hook. Its answer was in progress, and the transcript may lack it. */
function latestPrompt(messages: readonly Message[], claudeSession: string): Hook | null {
  const prompt = messages.findLast(
    ({ author, id, parts = [] }) => author === 'person' && !aboutOf({ parts })?.queue && id.endsWith('_p'),
  );
  if (prompt === undefined) return null;
  return {
    hook_event_name: 'UserPromptSubmit',
    session_id: claudeSession,
    prompt_id: prompt.id.slice('terminal_'.length, -'_p'.length),
    prompt: prompt.content,
  };
}
