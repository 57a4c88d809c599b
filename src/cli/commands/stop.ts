import { readSettings } from '#composition/server/settings.ts';
import { lookAtHost } from '#platform/pty/host/look-at-host.ts';

import { UsageError, type CommandCall } from '../command.ts';

/** Ends all programs in terminals, also without a running server. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  if (positionals.length > 0 || flags['terminals'] !== true) throw new UsageError('Usage: warren stop --terminals');
  const host = await lookAtHost(readSettings(environment).home);
  try {
    const running = (host?.terminals ?? []).filter(({ exit }) => exit === null);
    await host?.endAll();
    process.stdout.write(
      running.length === 0
        ? 'Nothing runs in terminals.\n'
        : `${running.length} terminal${running.length === 1 ? ' has' : 's have'} ended.\n`,
    );
  } finally {
    await host?.close();
  }
}
