import { isReport } from '../domain/is-report.ts';
import { AttentionSignals } from './attention-signals.ts';

interface Told {
  readonly status: 'running' | 'quiet' | 'rang';
  readonly detail: string | null;
}

interface AgentStatusOptions {
  /** The last reported status, from before a restart of the server. */
  readonly known?: string;
  readonly onStatus: (told: Told) => void;
  /**
   * Within this time after a key, output is its echo and a bell answers it; after a new size, output repaints the
   * screen.
   */
  readonly echoMs?: number;
  readonly quietAfterMs?: number;
}

const ECHO_MS = 1_000;
const QUIET_AFTER_MS = 15_000;

/**
 * The status of an agent whose screen Warren cannot read, from signs that every program gives: output, bells and
 * silence. These do not say whether it has finished.
 */
export class AgentStatus {
  readonly #options: Required<Omit<AgentStatusOptions, 'known'>>;
  readonly #signals = new AttentionSignals();
  #told: Told = { status: 'running', detail: null };
  #echoesSince = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(options: AgentStatusOptions) {
    this.#options = { echoMs: ECHO_MS, quietAfterMs: QUIET_AFTER_MS, ...options };
    if (options.known === 'rang' || options.known === 'quiet') this.#told = { status: options.known, detail: null };
    else this.#waitForQuiet();
  }

  hear(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    const isEcho = performance.now() - this.#echoesSince < this.#options.echoMs;
    for (const signal of this.#signals.take(bytes))
      if (signal.kind === 'notification') this.#tell({ status: 'rang', detail: signal.text });
      else if (!isEcho && this.#told.status !== 'rang') this.#tell({ status: 'rang', detail: null });
    if (this.#told.status === 'quiet' && !isEcho) this.#tell({ status: 'running', detail: null });
    if (this.#told.status === 'running') this.#waitForQuiet();
  }

  /** A person who types has noticed the bell. */
  typed(text: string): void {
    if (this.#isEnded || isReport(text)) return;
    this.#echoesSince = performance.now();
    if (this.#told.status !== 'rang') return;
    this.#tell({ status: 'running', detail: null });
    this.#waitForQuiet();
  }

  resized(): void {
    this.#echoesSince = performance.now();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #waitForQuiet(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#told.status === 'running') this.#tell({ status: 'quiet', detail: null });
    }, this.#options.quietAfterMs).unref();
  }

  #tell(told: Told): void {
    if (told.status === this.#told.status && told.detail === this.#told.detail) return;
    this.#told = told;
    this.#options.onStatus(told);
  }
}
