import path from 'node:path';

import { hasTerminal } from './processes.ts';

/** A running shell is checked after this time without output, an idle one this time after output, in ms. */
const LOOK_AFTER_MS = 1_000;

const SHELLS = new Set(['ash', 'bash', 'dash', 'fish', 'ksh', 'mksh', 'nu', 'sh', 'tcsh', 'csh', 'xonsh', 'zsh']);

/** Whether a program is an interactive shell, rather than one that runs given commands. */
export function isPromptingShell({ file, args }: { readonly file: string; readonly args: readonly string[] }): boolean {
  return SHELLS.has(path.basename(file)) && args.every((arg) => /^-(?:-[a-z-]+|[a-bd-z]+)$/iu.test(arg));
}

/**
 * Reports whether a shell is idle at its prompt or runs something: it is idle while none of its jobs has the terminal.
 * Reports nothing if the system does not provide that.
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

  /** Call it on output. */
  see(): void {
    if (this.#isEnded) return;
    // A running job can write and pause repeatedly; only silence suggests a prompt.
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
