import type { ITerminalAddon } from '@xterm/headless';

/**
 * The addon for widths of graphemes. It is not imported, since its types would bring those of the DOM to the server.
 *
 * While it loads, it decodes a table into a `Buffer` and reads the memory behind it from the first byte. Node takes small
 * buffers from a pool, where the table begins somewhere else: what was allocated before then decides whether loading fails
 * with “Data error”, takes gigabytes, or gives other widths. So it loads without a pool.
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
