import type { ITerminalAddon } from '@xterm/headless';

/**
 * Loads the addon for grapheme widths. It is not imported, because its types would add those of the DOM to the server.
 *
 * While it loads, the addon decodes a table into a `Buffer`, and then reads the underlying memory from its first byte.
 * Node allocates small buffers from a pool, in which the table begins at another offset. Depending on earlier
 * allocations, loading then fails with “Data error”, takes gigabytes, or yields wrong widths. Therefore it loads
 * without a pool.
 */
export function loadGraphemes(require: NodeJS.Require): new () => ITerminalAddon {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    const { UnicodeGraphemesAddon } = require('@xterm/addon-unicode-graphemes') as {
      UnicodeGraphemesAddon: new () => ITerminalAddon;
    };
    return UnicodeGraphemesAddon;
  } finally {
    Buffer.poolSize = poolSize;
  }
}
