import type { HostedTerminal } from '#modes/terminal/running/server/pty.ts';

import { readHostAddress } from './host-file.ts';
import { HostGone, HostLink } from './host-link.ts';

/** A look at the host of a data folder, beside its server or without one. */
export interface HostLook {
  /** Of the server that started it. */
  readonly version: string;
  readonly terminals: readonly HostedTerminal[];
  /** Ends all programs, and the host with them. Resolves once that is done. */
  endAll(): Promise<void>;
  close(): Promise<void>;
}

/** The host has ended meanwhile. */
function noneIfGone(error: unknown): null {
  if (error instanceof HostGone) return null;
  throw error;
}

/** Null if no host runs. */
export async function lookAtHost(home: string): Promise<HostLook | null> {
  const address = await readHostAddress(home);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const listener = { onNews: () => undefined, onClosed: () => resolve() };
  const link = address && (await HostLink.open(address, { role: 'observer' }, listener).catch(noneIfGone));
  if (!link) return null;
  const terminals = await link
    .ask({ type: 'list' }, ({ answer }) => answer as readonly HostedTerminal[])
    .catch(noneIfGone);
  if (!terminals) return null;
  return {
    version: link.version,
    terminals,
    async endAll() {
      await link.ask({ type: 'end-all' }, () => undefined).catch(noneIfGone);
      await ended;
    },
    close: () => link.close(),
  };
}
