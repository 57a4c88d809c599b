import '@xterm/xterm/css/xterm.css';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';

import { boundLinks } from '../../screen/domain/bound-links.ts';
import { type EmulatorCore, keepCellsShort } from '../../screen/domain/emulator-core.ts';
import { keepAlternateLines } from '../../screen/domain/keep-alternate-lines.ts';
import { wordsAsLinks } from '../../screen/web/terminal-links.ts';
import type { ScreenSize } from '../domain/asciicast.ts';
import { type ReplayScreen, screenOf } from './replay-screen.ts';

/** Width of a character of the terminal's font, in parts of its size. */
const ADVANCE = 0.6;
const MIN_SIZE = 6;
const MAX_SIZE = 14;

const FONT = '"JetBrains Mono Variable", ui-monospace, Menlo, monospace';
const SCROLLBACK = 5_000;

/** A terminal that shows and takes nothing: no keys, no answers to queries. Loaded with the first replay. */
export async function openXtermScreen(element: HTMLElement, size: ScreenSize): Promise<ReplayScreen> {
  // Cells are measured once, so the font must be there before.
  await document.fonts.load(`14px ${FONT}`).catch(() => undefined);
  const terminal: Terminal = new Terminal({
    cols: size.columns,
    rows: size.rows,
    fontFamily: FONT,
    fontSize: fontSizeFor(element.clientWidth, size.columns),
    scrollback: SCROLLBACK,
    disableStdin: true,
    allowProposedApi: true,
    cursorInactiveStyle: 'block',
    linkHandler: wordsAsLinks({ element, terminal: () => terminal }),
    // Programs choose colours for other backgrounds too.
    minimumContrastRatio: 4.5,
    theme: { background: '#131416', foreground: '#d9d4c8', cursor: '#d9d4c8', cursorAccent: '#131416' },
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  terminal.open(element);
  const { _core: core } = terminal as unknown as { readonly _core: EmulatorCore };
  keepCellsShort(core);
  boundLinks(core);
  keepAlternateLines(core);
  // Every key belongs to the page: the replay takes none.
  terminal.attachCustomKeyEventHandler(() => false);
  terminal.textarea?.setAttribute('tabindex', '-1');
  const fit = () => (terminal.options.fontSize = fontSizeFor(element.clientWidth, terminal.cols));
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  const resized = terminal.onResize(fit);
  const screen = screenOf(terminal);
  return {
    ...screen,
    dispose() {
      observer.disconnect();
      resized.dispose();
      screen.dispose();
    },
  };
}

/** The font size, in steps of half a pixel, at which a screen's columns fit into a width. A wider screen scrolls. */
export function fontSizeFor(width: number, columns: number): number {
  const fitting = Math.floor((width / (columns * ADVANCE)) * 2) / 2;
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, fitting));
}
