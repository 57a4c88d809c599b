import type { HostedTerminal } from '#modes/terminal/running/server/pty.ts';

import { readHostAddress } from './host-file.ts';
import { HostGone, HostLink } from './host-link.ts';

/** A view of the host of a data folder, with or without a running server. */
export interface HostLook {
  /** The version of the server that started it. */
  readonly version: string;
  readonly terminals: readonly HostedTerminal[];
  /** Ends all programs and the host. Resolves once that is done. */
  endAll(): Promise<void>;
  close(): Promise<void>;
}

/** Null if the host has ended in the meantime. Rethrows other errors. */
function noneIfGone(error: unknown): null {
  if (error instanceof HostGone) return null;
  throw error;
}

/** Returns null if no host runs. */
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
