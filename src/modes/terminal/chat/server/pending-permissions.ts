import type { EventBody } from '#session/domain/event.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { PermissionRequest } from '../../hooks/domain/status-of-hooks.ts';
import type { OpenPermission } from '../../protocol.ts';
import { askedInDialog } from '../domain/asked-in-dialog.ts';
import { denialInWords } from '../domain/denial-words.ts';
import type { ScreenReading } from '../domain/items.ts';
import { suggestionInWords } from '../domain/suggestion-words.ts';
import { digestOfPrompt } from './prompt-digest.ts';

/** A request of Claude Code that waits for its answer over an open connection. */
export interface HeldRequest {
  /** The same if it is asked again by the next server's connection; null if it has none. */
  readonly id: string | null;
  /** Answers it. An empty answer leaves the decision to the terminal. */
  answer(body?: object): void;
}

type By = 'chat' | 'terminal' | 'nobody';
type Behavior = 'allow' | 'deny' | null;
interface Outcome {
  readonly behavior: Behavior;
  readonly device?: string | null | undefined;
}

interface Held {
  readonly id: string;
  request: PermissionRequest;
  connection: HeldRequest;
  readonly toolUseId: string | null;
  /** A dialog has been on the screen since the request. */
  hadDialog: boolean;
  /** Its connection has ended, so only the terminal can answer it. */
  hasLeft: boolean;
  /** An earlier server received it, and it has not been asked again yet. */
  isAwaited: boolean;
  /** The chat pressed Escape while it waited. */
  isInterrupted: boolean;
  reported: { readonly by: By; readonly behavior: Behavior } | null;
}

export interface PermissionAnswer {
  readonly permissionId: string;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  readonly answers?: Readonly<Record<string, string>> | undefined;
  readonly suggestions?: readonly number[] | undefined;
  readonly shown?: string | undefined;
  readonly device?: string | null;
}

interface Options {
  readonly newId: () => string;
  readonly onEvents: (events: readonly EventBody[]) => void;
}

/** Keys that answer a dialog: those of its choices, Enter, Escape. */
const ANSWERS = new Set('123456789yYnN\r\n\u001B');
const MAX_CALLS = 200;
const MAX_SETTLED = 50;
/** A dialog that has been gone for this long was answered in the terminal. */
const GONE_AFTER_MS = 700;
/** Time after the end of a connection in which its dialog or its process ends, too. */
const LEFT_AFTER_MS = 1_500;
/** Time in which a waiting program connects to the next server. */
const AWAITED_FOR_MS = 10_000;
const AWAITED: HeldRequest = { id: null, answer: () => undefined };

const keyOf = ({ tool_name: name, tool_input: input }: { readonly tool_name: string; readonly tool_input?: unknown }) =>
  JSON.stringify([name, input]);

/**
 * The requests for permission of one run. Each is answered in the chat or in the terminal, whichever comes first.
 * Nothing is answered automatically: a request that ends otherwise is reported as answered by nobody. A hook or the
 * transcript corrects what the screen reported too early or could not report.
 */
export class PendingPermissions {
  readonly #options: Options;
  #held: readonly Held[] = [];
  /** Resolved requests, the latest last. */
  #settled: readonly Held[] = [];
  /** Calls without a request so far, the earliest first. */
  #calls: readonly { readonly id: string; readonly key: string; readonly agent: string | undefined }[] = [];
  #hasDialog = false;
  /** The request whose dialog the screen showed last. */
  #shown: Held | null = null;
  /** A key that answers a dialog was typed since that dialog appeared. */
  #isAnswerTyped = false;
  /** Runs while no dialog is on the screen. */
  #gone: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes over the requests of an earlier server. Until one is asked again, only the terminal can answer it. */
  restore(open: readonly OpenPermission[]): void {
    for (const { permissionId, toolName, toolInput, toolUseId, agentId } of open) {
      const held: Held = {
        id: permissionId,
        request: {
          hook_event_name: 'PermissionRequest',
          session_id: '',
          tool_name: toolName,
          tool_input: toolInput,
          ...(agentId !== null && { agent_id: agentId }),
        },
        connection: AWAITED,
        toolUseId,
        hadDialog: true,
        hasLeft: true,
        isAwaited: true,
        isInterrupted: false,
        reported: null,
      };
      this.#held = [...this.#held, held];
      this.#resolveIn(AWAITED_FOR_MS, held);
    }
  }

  ask(request: PermissionRequest, connection: HeldRequest): void {
    const id = `permission-${connection.id ?? this.#options.newId()}`;
    const known = this.#held.find((each) => each.id === id);
    if (known?.reported === null) {
      Object.assign(known, { request, connection, hasLeft: false, isAwaited: false });
      return;
    }
    if (known || this.#settled.some((each) => each.id === id)) {
      connection.answer();
      return;
    }
    const key = keyOf(request);
    const call = this.#calls.find((each) => each.key === key && each.agent === request.agent_id);
    this.#calls = this.#calls.filter((each) => each !== call);
    if (!this.isWaiting) this.#hasDialog = false;
    this.#isNotGone();
    const held: Held = {
      id,
      request,
      connection,
      toolUseId: call?.id ?? null,
      hadDialog: false,
      hasLeft: false,
      isAwaited: false,
      isInterrupted: false,
      reported: null,
    };
    this.#held = [...this.#held, held];
    this.#options.onEvents([
      {
        type: 'permission_requested',
        permissionId: held.id,
        ...askedBy(request),
        toolUseId: held.toolUseId,
        agentId: request.agent_id ?? null,
      },
    ]);
  }

  /**
   * Call it when the connection of a request ended without an answer of this server: by an answer in the terminal, or
   * with the process. A dialog that stays is withdrawn from the chat, and waits for the terminal.
   */
  leave(connection: HeldRequest): void {
    const held = this.#held.find((each) => each.connection === connection);
    if (!held) return;
    held.hasLeft = true;
    this.#resolveIn(LEFT_AFTER_MS, held);
  }

  hear(hook: Hook): void {
    if ('isOther' in hook) return;
    switch (hook.hook_event_name) {
      case 'PreToolUse':
        this.#calls = [...this.#calls, { id: hook.tool_use_id, key: keyOf(hook), agent: hook.agent_id }].slice(
          -MAX_CALLS,
        );
        return;
      case 'PostToolUse':
      case 'PostToolUseFailure':
      case 'PermissionDenied':
        this.#calls = this.#calls.filter(({ id }) => id !== hook.tool_use_id);
        this.settle(hook.tool_use_id, hook.hook_event_name === 'PermissionDenied' ? 'deny' : 'allow');
        return;
      case 'Stop':
      case 'StopFailure':
      case 'UserPromptSubmit':
        // A request of a background subagent outlives a turn.
        for (const held of this.#held) if (held.request.agent_id === hook.agent_id) this.#resolve(held, 'nobody', null);
        return;
      default:
    }
  }

  /** Takes the outcome of a call, which confirms or corrects the earlier report. */
  settle(toolUseId: string, behavior: 'allow' | 'deny'): void {
    const held = this.#held.find((each) => each.toolUseId === toolUseId);
    // The transcript shows an interruption as a denial.
    if (held?.isInterrupted === true && behavior === 'deny') this.#resolve(held, 'nobody', null);
    else if (held) this.#resolve(held, 'terminal', behavior);
    const settled = this.#settled.find((each) => each.toolUseId === toolUseId);
    const isSaid =
      settled?.reported?.behavior === behavior || (behavior === 'deny' && settled?.reported?.by === 'nobody');
    if (settled && !isSaid) this.#reportResolved(settled, 'terminal', { behavior });
  }

  /**
   * `rows`: those of the dialog. The screen shows one dialog at a time. Claude Code can replace it by another one, so
   * the request of the previous dialog was answered only if somebody typed an answer.
   */
  see({ hasDialog, hasField, isWorking }: ScreenReading, rows: readonly string[]): void {
    this.#hasDialog = hasDialog;
    if (!hasDialog) {
      if (!hasField && !isWorking) this.#isNotGone();
      else this.#gone ??= setTimeout(() => this.#resolveGone(), GONE_AFTER_MS).unref();
      return;
    }
    this.#isNotGone();
    const inputs = this.#held.map(({ request }) => request.tool_input);
    const asked = this.#held[askedInDialog(rows, inputs) ?? -1];
    for (const held of asked ? [asked] : this.#held) held.hadDialog = true;
    if (!asked || asked === this.#shown) return;
    const before = this.#shown;
    this.#shown = asked;
    if (before && this.#isAnswerTyped && this.#held.includes(before)) this.#resolveInTerminal(before);
    this.#isAnswerTyped = false;
  }

  typed(text: string): void {
    if (ANSWERS.has(text)) this.#isAnswerTyped = true;
  }

  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  /** Call it after the chat pressed Escape, which ends the waiting dialog. */
  interrupted(): void {
    for (const held of this.#held) if (!held.hasLeft) held.isInterrupted = true;
  }

  /**
   * Returns the answered request. Throws an AppError if it has been answered already, or cannot be answered this way.
   */
  answer({ permissionId, shown, device, ...answer }: PermissionAnswer): PermissionRequest {
    const { behavior, message, answers, suggestions = [] } = answer;
    const held = this.#held.find(({ id }) => id === permissionId);
    if (!held) throw new AppError('refused', 'This has been answered already.', { reason: 'answered' });
    if (held.hasLeft)
      throw new AppError('refused', 'Claude Code waits for this in the terminal alone. Answer it there.', {
        reason: 'withdrawn',
      });
    const { request, connection } = held;
    if (shown !== undefined && shown !== digestOfPrompt(askedBy(request)))
      throw new AppError('refused', 'This has changed since it was shown. Look at it again.', { reason: 'changed' });
    const known = request.permission_suggestions ?? [];
    if (suggestions.some((index) => index >= known.length))
      throw new AppError('refused', 'Claude Code has not suggested this.', { field: 'suggestions' });
    if (answers && request.tool_name !== 'AskUserQuestion')
      throw new AppError('refused', 'This is not a question.', { field: 'answers' });
    const chosen = known.filter((_, index) => suggestions.includes(index));
    const input = (request.tool_input ?? {}) as object;
    const decision =
      behavior === 'allow'
        ? {
            behavior,
            ...(answers && { updatedInput: { ...input, answers } }),
            ...(chosen.length > 0 && { updatedPermissions: chosen }),
          }
        : { behavior, message: denialInWords(message) };
    connection.answer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
    this.#drop(held);
    this.#reportResolved(held, 'chat', { behavior, device });
    return request;
  }

  /** Call it when the program continues without this server: waiting requests are asked again of the next one. */
  detach(): void {
    this.#isNotGone();
    this.#held = [];
  }

  /** Call it when the run has ended: waiting requests count as answered by nobody. */
  close(): void {
    this.#isNotGone();
    for (const held of this.#held) this.#resolve(held, 'nobody', null);
  }

  /** Resolves a request after a time, unless it is asked again before. */
  #resolveIn(ms: number, held: Held): void {
    setTimeout(() => {
      if (!held.hasLeft || !this.#held.includes(held)) return;
      if (this.#hasDialog) this.#reportResolved(held, 'nobody', { behavior: null });
      else this.#resolveInTerminal(held);
    }, ms).unref();
  }

  #isNotGone(): void {
    clearTimeout(this.#gone);
    this.#gone = undefined;
  }

  #resolveGone(): void {
    this.#gone = undefined;
    for (const held of this.#held) if (held.hadDialog || held.hasLeft) this.#resolveInTerminal(held);
  }

  /** Resolves a request by its connection: Escape and No end it, Yes does not. */
  #resolveInTerminal(held: Held): void {
    if (held.isInterrupted) this.#resolve(held, 'nobody', null);
    else this.#resolve(held, 'terminal', held.hasLeft && !held.isAwaited ? 'deny' : null);
  }

  #resolve(held: Held, by: 'terminal' | 'nobody', behavior: Behavior): void {
    this.#drop(held);
    held.connection.answer();
    this.#reportResolved(held, by, { behavior });
  }

  #drop(held: Held): void {
    this.#held = this.#held.filter((each) => each !== held);
    this.#settled = [...this.#settled, held].slice(-MAX_SETTLED);
  }

  #reportResolved(held: Held, by: By, { behavior, device = null }: Outcome): void {
    if (held.reported?.by === by && held.reported.behavior === behavior) return;
    held.reported = { by, behavior };
    const from = device !== null && { device };
    this.#options.onEvents([{ type: 'permission_resolved', permissionId: held.id, by, behavior, ...from }]);
  }
}

const askedBy = ({ tool_name, tool_input = null, permission_suggestions = [] }: PermissionRequest) => ({
  toolName: tool_name,
  toolInput: tool_input,
  suggestions: permission_suggestions.map(suggestionInWords),
});
