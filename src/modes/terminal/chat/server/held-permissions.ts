import type { EventBody } from '#session/domain/event.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import { denialInWords } from '../domain/denial-words.ts';
import type { ScreenReading } from '../domain/items.ts';
import { suggestionInWords } from '../domain/suggestion-words.ts';

type Request = Extract<Hook, { hook_event_name: 'PermissionRequest' }>;

/** A request of Claude Code that waits for its answer over an open connection. */
export interface HeldRequest {
  /** Answers it. An empty answer leaves it to the terminal. */
  answer(body?: object): void;
}

interface Held {
  readonly id: string;
  readonly request: Request;
  readonly connection: HeldRequest;
  readonly toolUseId: string | null;
  readonly since: number;
  /** Its dialog has been on the screen. */
  wasShown: boolean;
}

export interface PermissionAnswer {
  readonly permissionId: string;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  readonly answers?: Readonly<Record<string, string>> | undefined;
  readonly suggestions?: readonly number[] | undefined;
}

interface Options {
  readonly newId: () => string;
  readonly onEvents: (events: readonly EventBody[]) => void;
}

const MAX_CALLS = 200;
/** A dialog that has been gone for so long was answered in the terminal. */
const GONE_AFTER_MS = 700;
/** A connection that ends this soon after an interruption of the chat ended by it. */
const BY_INTERRUPT_MS = 3_000;

const keyOf = ({ tool_name: name, tool_input: input }: { readonly tool_name: string; readonly tool_input?: unknown }) =>
  JSON.stringify([name, input]);

/**
 * The requests for permission of one run. Each is answered in the chat or in the terminal, whichever comes first. Nothing
 * is answered by itself: what ends otherwise is told as answered by nobody.
 */
export class HeldPermissions {
  readonly #options: Options;
  #held: readonly Held[] = [];
  /** Calls that no request belongs to yet, the earliest first. */
  #calls: readonly { readonly id: string; readonly key: string; readonly agent: string | undefined }[] = [];
  #goneSince: number | null = null;
  #interruptedAt = -Infinity;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes a request whose connection is held open. */
  ask(request: Request, connection: HeldRequest): void {
    const key = keyOf(request);
    const call = this.#calls.find((each) => each.key === key && each.agent === request.agent_id);
    this.#calls = this.#calls.filter((each) => each !== call);
    const id = `permission-${this.#options.newId()}`;
    const held: Held = {
      id,
      request,
      connection,
      toolUseId: call?.id ?? null,
      since: performance.now(),
      wasShown: false,
    };
    this.#held = [...this.#held, held];
    this.#goneSince = null;
    this.#options.onEvents([
      {
        type: 'permission_requested',
        permissionId: id,
        toolName: request.tool_name,
        toolInput: request.tool_input ?? null,
        toolUseId: held.toolUseId,
        suggestions: (request.permission_suggestions ?? []).map(suggestionInWords),
        agentId: request.agent_id ?? null,
      },
    ]);
  }

  /** The connection of a request has ended without an answer of ours. */
  leave(connection: HeldRequest): void {
    const held = this.#held.find((each) => each.connection === connection);
    const isOwn = performance.now() - this.#interruptedAt < BY_INTERRUPT_MS;
    if (held) this.#resolve(held, isOwn ? 'nobody' : 'terminal', isOwn ? null : 'deny');
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
      case 'PermissionDenied': {
        const isDenied = hook.hook_event_name === 'PermissionDenied';
        this.#calls = this.#calls.filter(({ id }) => id !== hook.tool_use_id);
        const held = this.#held.find(({ toolUseId }) => toolUseId === hook.tool_use_id);
        if (held) this.#resolve(held, 'terminal', isDenied ? 'deny' : 'allow');
        return;
      }
      case 'Stop':
      case 'StopFailure':
      case 'UserPromptSubmit':
        // What a subagent in the background asks for outlives a turn.
        for (const held of this.#held) if (held.request.agent_id === hook.agent_id) this.#resolve(held, 'nobody', null);
        return;
      default:
    }
  }

  /** A dialog that was there and is gone was answered in the terminal. */
  see({ dialog, field, isWorking }: ScreenReading): void {
    const now = performance.now();
    if (dialog) {
      this.#goneSince = null;
      for (const held of this.#held) held.wasShown = true;
      return;
    }
    const isOver = field !== null || isWorking;
    this.#goneSince = isOver ? (this.#goneSince ?? now) : null;
    if (this.#goneSince === null || now - this.#goneSince < GONE_AFTER_MS) return;
    for (const held of this.#held) if (held.wasShown) this.#resolve(held, 'terminal', null);
  }

  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  /** The chat interrupts what is under way. */
  interrupted(): void {
    this.#interruptedAt = performance.now();
  }

  /** Throws an AppError if it has been answered already. */
  answer({ permissionId, behavior, message, answers, suggestions = [] }: PermissionAnswer): void {
    const held = this.#held.find(({ id }) => id === permissionId);
    if (!held) throw new AppError('refused', 'This has been answered already.', { reason: 'answered' });
    const { request, connection } = held;
    const chosen = (request.permission_suggestions ?? []).filter((_, index) => suggestions.includes(index));
    const input = (request.tool_input ?? {}) as object;
    const decision =
      behavior === 'allow'
        ? {
            behavior,
            ...(answers && { updatedInput: { ...input, answers } }),
            ...(chosen.length > 0 && { updatedPermissions: chosen }),
          }
        : { behavior, message: denialInWords(message) };
    this.#drop(held);
    connection.answer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
    this.#tell(held, 'chat', behavior);
  }

  /** The run has ended: whatever waits is answered by nobody. */
  close(): void {
    for (const held of this.#held) this.#resolve(held, 'nobody', null);
  }

  #resolve(held: Held, by: 'terminal' | 'nobody', behavior: 'allow' | 'deny' | null): void {
    this.#drop(held);
    held.connection.answer();
    this.#tell(held, by, behavior);
  }

  #drop(held: Held): void {
    this.#held = this.#held.filter((each) => each !== held);
  }

  #tell({ id }: Held, by: 'chat' | 'terminal' | 'nobody', behavior: 'allow' | 'deny' | null): void {
    this.#options.onEvents([{ type: 'permission_resolved', permissionId: id, by, behavior }]);
  }
}
