import '@xterm/xterm/css/xterm.css';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';

import type { ScreenSize } from '../domain/asciicast.ts';
import { fontSizeFor } from './font-size.ts';
import { type ReplayScreen, screenOf } from './replay-screen.ts';

const FONT = '"JetBrains Mono Variable", ui-monospace, Menlo, monospace';
const SCROLLBACK = 5_000;

/** A terminal that shows and takes nothing: no keys, no answers to queries. Loaded with the first replay. */
export async function openXtermScreen(element: HTMLElement, size: ScreenSize): Promise<ReplayScreen> {
  // Cells are measured once, so the font must be there before.
  await document.fonts.load(`14px ${FONT}`).catch(() => undefined);
  const terminal = new Terminal({
    cols: size.columns,
    rows: size.rows,
    fontFamily: FONT,
    fontSize: fontSizeFor(element.clientWidth, size.columns),
    scrollback: SCROLLBACK,
    disableStdin: true,
    allowProposedApi: true,
    cursorInactiveStyle: 'block',
    linkHandler: { activate: (_event, link) => openLink(link) },
    // Programs choose colours for other backgrounds too.
    minimumContrastRatio: 4.5,
    theme: { background: '#131416', foreground: '#d9d4c8', cursor: '#d9d4c8', cursorAccent: '#131416' },
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  terminal.open(element);
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

/** Output is not to be trusted: only web pages open, and they cannot reach this page. */
function openLink(link: string): void {
  if (/^https?:\/\//i.test(link)) window.open(link, '_blank', 'noopener,noreferrer');
}
