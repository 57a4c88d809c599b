import { realpath } from 'node:fs/promises';
import path from 'node:path';

import type { EventBody } from '#session/domain/event.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { Owned } from '#session/server/log/log.ts';
import type { ModeReports } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ChatChanges } from '../../chat/domain/reported-messages.ts';
import { isAtEnd, readInputBox, unknownCommand } from '../../chat/domain/screen/read-input-box.ts';
import { readScreen } from '../../chat/domain/screen/read-screen.ts';
import { sendKeyOf } from '../../chat/domain/send-key.ts';
import { VimMode } from '../../chat/domain/vim-mode.ts';
import type { ChatMessageUpdate, ToolPart } from '../../chat/protocol.ts';
import { ChatInput } from '../../chat/server/chat-input.ts';
import type { Chat, ChatReaders } from '../../chat/server/chat-readers.ts';
import { readHead } from '../../chat/server/completion/read-head.ts';
import { OpenTexts } from '../../chat/server/open-texts.ts';
import { PendingPermissions, type PermissionAnswer } from '../../chat/server/pending-permissions.ts';
import type { Wanted } from '../../chat/server/reader-messages.ts';
import { permissionModeOf } from '../../hooks/domain/permission-mode.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { dialogOf, rowBelowField } from '../../hooks/domain/screen-places.ts';
import type { PermissionRequest } from '../../hooks/domain/status-of-hooks.ts';
import type { HookListener } from '../../hooks/server/hooks-listener.ts';
import type { OpenPermission, PermissionMode } from '../../protocol.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { isReport } from '../domain/is-report.ts';
import type { TerminalReport } from '../domain/terminal-state.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { isSuspended } from './processes.ts';

interface TerminalChatOptions {
  readonly owned: Owned;
  readonly readers: ChatReaders;
  readonly sessions: LiveSessions;
  readonly reports: ModeReports<TerminalReport>;
  readonly newId: () => string;
  readonly onError: (error: unknown) => void;
  /** The person's key bindings of the CLI; the file may be missing. */
  readonly keybindings: string;
  readonly hasCommand: (command: string) => Promise<boolean>;
}

/** Rows above the window to read: none, because Claude Code's field is inside the window. */
const ROWS_FOR_INPUT = 0;
const SHOWN_WITHIN_MS = 10_000;
const MAX_KEYBINDINGS = 65_536;

/** The chat of one run of Claude Code. Passes on what the feeds report, and brings the result into the log. */
export class TerminalChat {
  readonly vimMode = new VimMode();
  readonly #options: TerminalChatOptions;
  readonly #chat: Chat;
  readonly #permissions: PendingPermissions;
  readonly #openTexts = new OpenTexts();
  #live: LiveTerminal | null = null;
  #input: ChatInput | null = null;
  /** Serialises the writes to the log. */
  #reporting: Promise<void> = Promise.resolve();

  constructor(options: TerminalChatOptions) {
    this.#options = options;
    this.#chat = options.readers.open({
      readKnown: async () => {
        await this.#reporting;
        const { state } = await options.sessions.get(options.owned);
        return { messages: state.messages, hasEarlier: state.messageCount > state.messages.length };
      },
      onChanges: (changes) => {
        for (const { id, behavior } of outcomesIn(changes.events)) this.#permissions.settle(id, behavior);
        this.#enqueue(changes);
      },
    });
    this.#permissions = new PendingPermissions({
      newId: options.newId,
      onEvents: (events) => this.#enqueue({ events, texts: [] }),
    });
  }

  hear(hook: Hook): void {
    if (hook.transcript_path !== undefined) this.#chat.follow(hook.transcript_path);
    this.#chat.hear(hook, Date.now());
    this.#permissions.hear(hook);
    if ('prompt' in hook && typeof hook.prompt === 'string') this.#input?.took(hook.prompt);
  }

  see(text: ScreenText): void {
    this.#chat.see(text, Date.now());
    this.vimMode.see(rowBelowField(text.rows));
    if (this.#permissions.isWaiting)
      this.#permissions.see(readScreen(text), dialogOf(text.rows.map((row) => row.trimEnd())).rows);
  }

  /** Tells every window why the chat is incomplete. */
  report(trouble: string): void {
    this.#live?.reportRecording(trouble);
  }

  attach(live: LiveTerminal): void {
    this.#live = live;
    let isByChat = false;
    live.onTyped = (text) => {
      this.#permissions.typed(text);
      if (!isByChat && !isReport(text)) this.#input?.typedByOther();
    };
    this.#input = new ChatInput({
      type: (text) => {
        isByChat = true;
        live.type(text);
        isByChat = false;
      },
      shownWithinMs: SHOWN_WITHIN_MS,
      forgetVim: () => this.vimMode.forget(),
      hasCommand: this.#options.hasCommand,
      sendKey: async () => {
        const { keybindings } = this.#options;
        return sendKeyOf(await readHead(await realpath(keybindings).catch(() => keybindings), MAX_KEYBINDINGS));
      },
      read: async () => {
        const ended = { box: { kind: 'other', what: 'ended' }, isWorking: false } as const;
        if (!live.isRunning) return ended;
        // The screen may have been repainted after it reported the suspension.
        if (await isSuspended(live.pid)) return { box: { kind: 'other', what: 'suspended' }, isWorking: false };
        const shown = await live.read(ROWS_FOR_INPUT).catch((error: unknown) => {
          // The screen is closed when the program ends.
          if (live.isRunning) throw error;
          return null;
        });
        if (shown === null) return ended;
        const { text, solid } = shown;
        const { isWorking } = readScreen(text);
        const box = readInputBox({ ...text, solid }, (below) => this.vimMode.isNormal(below));
        const { rows } = text;
        return {
          box,
          isWorking,
          isAtEnd: isAtEnd(text),
          unknown: unknownCommand(rows),
          permissionMode: permissionModeOf(rows),
        };
      },
    });
  }

  readonly hold: NonNullable<HookListener['onHeld']> = (request, held) => {
    held.onLeft(() => this.#permissions.leave(held));
    this.#permissions.ask(request, held);
    return true;
  };

  get shownTexts(): readonly ChatMessageUpdate[] {
    const { session } = this.#options.owned;
    return this.#openTexts.all.map((update) => ({ type: 'chat_message_update', session, ...update }));
  }

  answerPermission(answer: PermissionAnswer): PermissionRequest {
    return this.#permissions.answer(answer);
  }

  async send(content: string, withDraft: string | undefined): Promise<void> {
    if (!this.#input) throw new AppError('refused', 'Not sent: Claude Code is only starting.', { reason: 'not-ready' });
    await this.#input.send({ content, withDraft });
  }

  async changePermissionMode(mode: PermissionMode): Promise<void> {
    await this.#input?.changePermissionMode(mode);
  }

  async interrupt(): Promise<void> {
    await this.#input?.interrupt();
    this.#permissions.interrupted();
  }

  follow(file: string): void {
    this.#chat.follow(file);
  }

  find(what: Wanted): Promise<string | null> {
    return this.#chat.find(what);
  }

  /** Restores open permission requests after a restart of the server. */
  restore(permissions: readonly OpenPermission[]): void {
    this.#permissions.restore(permissions);
  }

  /** Call it when the program continues without this server. Resolves once the log has everything heard so far. */
  async detach(): Promise<void> {
    this.#permissions.detach();
    this.close();
    await this.#reporting;
  }

  /** Call it before the program is ended. Withdraws open permission requests. */
  withdraw(): void {
    this.#permissions.close();
  }

  /**
   * For a program that ended with its server: adds unfinished text from the last screen, unless the transcript has it.
   */
  async endWith({
    prompt,
    screen,
  }: {
    readonly prompt: Hook | null;
    readonly screen: ScreenText | null;
  }): Promise<void> {
    if (prompt) this.#chat.hear(prompt, Date.now());
    await this.#chat.finish();
    if (screen) this.#chat.see(screen, Date.now());
  }

  /**
   * Call it when the program has ended. Withdraws open permission requests, and brings the rest of the transcript into
   * the log.
   */
  async end(): Promise<void> {
    this.#permissions.close();
    await this.#chat.finish();
    await this.#reporting;
    this.close();
  }

  close(): void {
    this.#chat.close();
  }

  #enqueue({ events, texts }: ChatChanges): void {
    this.#reporting = this.#reporting
      .then(async () => {
        if (events.length > 0) await this.#report(events);
        for (const { messageId, content } of texts) await this.#show(messageId, content);
      })
      .catch((error: unknown) => {
        this.#options.onError(error);
        // The reader compares the log with the feeds again and reports what is missing.
        this.#chat.reportAgain();
      });
  }

  async #report(events: readonly EventBody[]): Promise<void> {
    const { reports, owned, newId } = this.#options;
    await reports.report(owned, { id: `chat-${newId()}`, report: { type: 'chat', events } });
    for (const event of events) if (event.type === 'chat_message') this.#openTexts.drop(event.message.id);
  }

  async #show(messageId: string, content: string): Promise<void> {
    const { reports, owned } = this.#options;
    const update = this.#openTexts.update(messageId, content);
    if (update) await reports.show(owned, { type: 'chat_message_update', session: owned.session, ...update });
  }
}

/** Outcomes of tool calls in the transcript: those that the person denied, and those that ran. */
function outcomesIn(events: readonly EventBody[]): readonly Outcome[] {
  return events.flatMap((event): readonly Outcome[] => {
    if (event.type === 'chat_tool_call') {
      const { id, ending, isComplete, isError } = event.toolCall as ToolPart;
      return outcomeOf({ id, ending, hasRun: isComplete && !isError });
    }
    if (event.type !== 'chat_tool_result') return [];
    return outcomeOf({ id: event.toolCallId, ending: event.details?.['ending'], hasRun: !event.isError });
  });
}

function outcomeOf({ id, ending, hasRun }: { id: string; ending: unknown; hasRun: boolean }): readonly Outcome[] {
  if (ending === 'denied') return [{ id, behavior: 'deny' }];
  return hasRun ? [{ id, behavior: 'allow' }] : [];
}

interface Outcome {
  readonly id: string;
  readonly behavior: 'allow' | 'deny';
}

/** The path of Claude Code's transcript for a session that begins in a folder. */
export async function expectedTranscript(
  projects: string,
  { folder, claudeSession }: { readonly folder: string; readonly claudeSession: string },
): Promise<string> {
  const real = await realpath(folder).catch(() => folder);
  return path.join(projects, real.replaceAll(/[^A-Za-z0-9]/gu, '-'), `${claudeSession}.jsonl`);
}
