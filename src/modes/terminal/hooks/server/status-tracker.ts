import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { combinedStatus } from '../domain/combined-status.ts';
import type { Hook } from '../domain/read-hook.ts';
import {
  answered,
  BEFORE_HOOKS,
  foldHook,
  type HookState,
  isLate,
  type PermissionRequest,
} from '../domain/status-of-hooks.ts';
import { type ScreenStatus, statusOfScreen } from '../domain/status-of-screen.ts';

/** Interval at which a settled screen is compared with the hooks, in ms. */
const LOOK_EVERY_MS = 500;

export type TrackedStatus = Pick<HookState, 'status' | 'detail' | 'line'>;

/** Follows the status of a session of Claude Code, by its hooks and by its screen. */
export class StatusTracker {
  readonly #onStatus: (status: TrackedStatus) => void;
  readonly #timer: NodeJS.Timeout;
  #hooks: HookState = BEFORE_HOOKS;
  #hookAt = performance.now();
  #screen: ScreenStatus = null;
  #screenAt = performance.now();
  #reported = '';
  #isFirstScreen = false;

  /**
   * `before`: the status that an earlier server knew of a surviving program. Its first screen at once reports what has
   * changed.
   */
  constructor(onStatus: (status: TrackedStatus) => void, before: Pick<HookState, 'status' | 'detail'> | null = null) {
    this.#onStatus = onStatus;
    if (before) {
      this.#hooks = { ...BEFORE_HOOKS, ...before };
      this.#hookAt = -Infinity;
      this.#reported = JSON.stringify({ ...before, line: null });
      this.#isFirstScreen = true;
    }
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Returns false if the hook came late. */
  hear(hook: Hook): boolean {
    if (isLate(this.#hooks, hook)) return false;
    this.#take(foldHook(this.#hooks, hook));
    return true;
  }

  /** Call it when Warren has answered a request of Claude Code. */
  answered(request: PermissionRequest, behavior: 'allow' | 'deny'): void {
    this.#take(answered(this.#hooks, request, behavior));
  }

  see(text: ScreenText): void {
    const shown = statusOfScreen(text);
    // The turn continues, and paints over the words that reported the suspension.
    const screen = shown === 'released' && this.#screen === 'suspended' ? 'suspended' : shown;
    if (screen === this.#screen) return;
    this.#screen = screen;
    this.#screenAt = this.#isFirstScreen ? -Infinity : performance.now();
    this.#isFirstScreen = false;
    this.#look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #take(next: HookState): void {
    if (next !== this.#hooks) this.#hookAt = performance.now();
    this.#hooks = next;
    this.#look();
  }

  #look(): void {
    const now = performance.now();
    const combined = combinedStatus({
      hooks: this.#hooks,
      sinceHook: now - this.#hookAt,
      screen: this.#screen,
      sinceScreen: now - this.#screenAt,
    });
    const status = { ...combined, line: this.#hooks.line };
    const key = JSON.stringify(status);
    if (key === this.#reported) return;
    this.#reported = key;
    this.#onStatus(status);
  }
}
