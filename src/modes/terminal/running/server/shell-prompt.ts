import path from 'node:path';

import { hasTerminal } from './processes.ts';

/** A shell is checked after this time without output, or at its prompt this time after it wrote something. */
const LOOK_AFTER_MS = 1_000;

const SHELLS = new Set(['ash', 'bash', 'dash', 'fish', 'ksh', 'mksh', 'nu', 'sh', 'tcsh', 'csh', 'xonsh', 'zsh']);

/** Whether a program is a shell that asks for commands rather than one that runs those it was given. */
export function isPromptingShell({ file, args }: { readonly file: string; readonly args: readonly string[] }): boolean {
  return SHELLS.has(path.basename(file)) && args.every((arg) => /^-(?:-[a-z-]+|[a-bd-z]+)$/iu.test(arg));
}

/**
 * Tells whether a shell waits at its prompt or runs something: it waits while none of its jobs has the terminal. Nothing
 * is told where the system does not say.
 */
export class ShellPrompt {
  readonly #pid: number;
  readonly #onChanged: (status: 'idle' | 'running') => void;
  #status: 'idle' | 'running' = 'running';
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(pid: number, onChanged: (status: 'idle' | 'running') => void) {
    this.#pid = pid;
    this.#onChanged = onChanged;
  }

  /** Something was written. */
  see(): void {
    if (this.#isEnded) return;
    // A job that writes and ends again and again is work: a prompt is quiet.
    if (this.#status === 'running') clearTimeout(this.#timer);
    else if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_AFTER_MS).unref();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const isWaiting = await hasTerminal(this.#pid);
    if (isWaiting === null || this.#isEnded) return;
    const status = isWaiting ? 'idle' : 'running';
    if (status === this.#status) return;
    this.#status = status;
    this.#onChanged(status);
  }
}
