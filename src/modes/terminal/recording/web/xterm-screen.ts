import { openPageTerminal } from '../../screen/web/page-terminal.ts';
import { loadTerminalFont } from '../../screen/web/terminal-font.ts';
import type { ScreenSize } from '../domain/asciicast.ts';
import { type ReplayScreen, screenOf } from './replay-screen.ts';

/** Width of a character of the terminal's font, relative to the font size. */
const ADVANCE = 0.6;
/** The smallest legible size. */
const MIN_SIZE = 10;
const MAX_SIZE = 14;

/** A terminal that only shows output: it takes no keys and answers no queries. Loaded with the first replay. */
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
  // All keys belong to the page.
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
