import '@xterm/xterm/css/xterm.css';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { type ITerminalInitOnlyOptions, type ITerminalOptions, Terminal } from '@xterm/xterm';

import { boundLinks } from '../domain/bound-links.ts';
import { type EmulatorCore, keepCellsShort } from '../domain/emulator-core.ts';
import { TERMINAL_FONT } from './terminal-font.ts';
import { wordsAsLinks } from './terminal-links.ts';

/** As many lines as the server stores: a screen is restored with all of them. */
const SCROLLBACK = 5_000;

export function openPageTerminal(element: HTMLElement, options: ITerminalOptions & ITerminalInitOnlyOptions): Terminal {
  const terminal: Terminal = new Terminal({
    fontFamily: TERMINAL_FONT,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    // Programs may choose colours for another background.
    minimumContrastRatio: 4.5,
    linkHandler: wordsAsLinks({ element, terminal: () => terminal }),
    ...options,
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = '15-graphemes';
  terminal.open(element);
  // This element never scrolls, so it needs no scrollbar.
  element.querySelector<HTMLElement>('.xterm-viewport')?.style.setProperty('overflow', 'hidden');
  const { _core: core } = terminal as unknown as { readonly _core: EmulatorCore };
  keepCellsShort(core);
  boundLinks(core);
  return terminal;
}
