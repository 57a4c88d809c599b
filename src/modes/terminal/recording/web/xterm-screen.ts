import { openPageTerminal } from '../../screen/web/page-terminal.ts';
import { loadTerminalFont } from '../../screen/web/terminal-font.ts';
import type { ScreenSize } from '../domain/asciicast.ts';
import { type ReplayScreen, screenOf } from './replay-screen.ts';

/** Width of a character of the terminal's font, in parts of its size. */
const ADVANCE = 0.6;
/** What can still be read. */
const MIN_SIZE = 10;
const MAX_SIZE = 14;

/** A terminal that shows and takes nothing: no keys, no answers to queries. Loaded with the first replay. */
export async function openXtermScreen(element: HTMLElement, size: ScreenSize): Promise<ReplayScreen> {
  await loadTerminalFont();
  const terminal = openPageTerminal(element, {
    cols: size.columns,
    rows: size.rows,
    fontSize: fontSizeFor(element.clientWidth, size.columns),
    disableStdin: true,
    cursorInactiveStyle: 'block',
    theme: { background: '#131416', foreground: '#d9d4c8', cursor: '#d9d4c8', cursorAccent: '#131416' },
  });
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
