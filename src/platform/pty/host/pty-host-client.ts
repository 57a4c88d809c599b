import type { HostedTerminal, Pty, PtyCommand, PtyHost, RecordingOptions } from '#modes/terminal/running/server/pty.ts';
import { AppError } from '#wire/error-kind.ts';

import { socketFolder } from '../../sockets/socket-folder.ts';
import { type HostAddress, readHostAddress } from './host-file.ts';
import { CLOSE_WITHIN_MS, type HostAnswer, HostGone, HostLink, within } from './host-link.ts';
import type { Attached } from './messages.ts';
import { PtyInHost } from './pty-in-host.ts';
import { startHost } from './start-host.ts';

interface Options {
  readonly home: string;
  readonly version: string;
  /** Time that a host waits for the next server, in ms. */
  readonly waitMs: number;
}

/** The connection of a server to the host of its data folder. The first terminal starts the host. */
export class PtyHostClient implements PtyHost {
  readonly #options: Options;
  readonly #startedAt = performance.timeOrigin + performance.now();
  #link: Promise<HostLink | null> | null = null;
  readonly #ptys = new Map<string, PtyInHost>();
  #isFenced = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(
    command: PtyCommand,
    options: { readonly recording: RecordingOptions; readonly meta: string },
  ): Promise<Pty> {
    const request = { type: 'open' as const, command, ...options };
    for (let tried = 0; ; tried += 1) {
      try {
        const link = await this.#linkOrStart();
        return await link.ask(request, (answer) => this.#ptyOf(link, answer));
      } catch (error) {
        // The host has just ended with its last terminal. The second attempt starts another one.
        if (tried > 0 || !(error instanceof HostGone)) throw error;
      }
    }
  }

  async list(): Promise<readonly HostedTerminal[]> {
    const link = await this.#connected();
    return (await link?.ask({ type: 'list' }, ({ answer }) => answer as readonly HostedTerminal[])) ?? [];
  }

  async attach(id: string): Promise<Pty> {
    const link = await this.#linkOrStart();
    return await link.ask({ type: 'attach', id }, (answer) => this.#ptyOf(link, answer));
  }

  async end(id: string): Promise<void> {
    const link = await this.#connected();
    await link?.ask({ type: 'end', id }, () => undefined);
    link?.tell({ type: 'release', id });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await within(Promise.resolve(this.#link), CLOSE_WITHIN_MS).catch(() => null);
    await link?.close();
  }

  #ptyOf(link: HostLink, { answer, bytes }: HostAnswer): PtyInHost {
    const pty = new PtyInHost(link, answer as Attached, bytes);
    this.#ptys.set(pty.id, pty);
    return pty;
  }

  async #linkOrStart(): Promise<HostLink> {
    const link = (await this.#connected()) ?? (await this.#connected({ startsHost: true }));
    if (!link) throw new AppError('internal', 'The process that holds the terminals cannot be reached.');
    return link;
  }

  async #connected({ startsHost = false } = {}): Promise<HostLink | null> {
    if (this.#isClosed) throw new AppError('stopping', 'Warren is stopping.');
    if (this.#isFenced)
      throw new AppError('stopping', 'Another server of Warren has taken the terminals of this data folder.');
    if (this.#link) return this.#link;
    const connecting = this.#connect(startsHost);
    this.#link = connecting;
    const forgetIfNone = (link: HostLink | null) => {
      if (!link && this.#link === connecting) this.#link = null;
    };
    void connecting.then(forgetIfNone, () => forgetIfNone(null));
    return connecting;
  }

  async #connect(startsHost: boolean): Promise<HostLink | null> {
    const { home, version, waitMs } = this.#options;
    const address: HostAddress | null = startsHost
      ? await startHost({ home, version, waitMs, sockets: await socketFolder(home) })
      : await readHostAddress(home);
    if (!address) return null;
    const link = await HostLink.open(
      address,
      { role: 'server', waitMs, startedAt: this.#startedAt },
      {
        onNews: (news, bytes) => this.#ptys.get(news.id)?.hear(news, bytes),
        onClosed: (isFenced) => this.#lose(isFenced),
      },
    );
    return link;
  }

  #lose(isFenced: boolean): void {
    this.#link = null;
    this.#isFenced ||= isFenced;
    const ptys = [...this.#ptys.values()];
    this.#ptys.clear();
    if (!this.#isFenced && !this.#isClosed) for (const pty of ptys) pty.lose();
  }
}
