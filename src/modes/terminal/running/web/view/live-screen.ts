import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import type { Terminal } from '@xterm/xterm';

import { openAddress } from '#elements/web/address/open-address.ts';
import { storedJson } from '#elements/web/page/stored.ts';

import type { EmulatorCore } from '../../../screen/domain/emulator-core.ts';
import { decodeDownFrame, unpackScreen } from '../../../screen/domain/frames.ts';
import { KeyboardFlags, type KeyboardStacks } from '../../../screen/domain/keyboard-flags.ts';
import { writeInPieces } from '../../../screen/domain/output-pieces.ts';
import { OutputScanner } from '../../../screen/domain/output-scanner.ts';
import { restoreScreen } from '../../../screen/domain/restore-screen.ts';
import { colorSequences, type ScreenColors, TERMINAL_THEME } from '../../../screen/domain/screen-colors.ts';
import type { ScreenState } from '../../../screen/domain/screen-state.ts';
import { openPageTerminal } from '../../../screen/web/page-terminal.ts';
import { FONT_SIZE, fontInOtherSize, MIN_LEGIBLE_FONT, ownFont, possibleSize, type ShownSize } from './fit-font.ts';
import { keyboardReport } from './keyboard-report.ts';
import { copiedText } from './pasted-text.ts';

/** The font size that the person chose in this browser. */
const storedFont = storedJson<number>('localStorage', 'warren.terminal-font');

/** Private parts of the page's xterm.js; see `EmulatorCore`. */
interface PageCore extends EmulatorCore {
  readonly coreService: EmulatorCore['coreService'] & {
    triggerDataEvent(data: string, wasUserInput?: boolean): void;
  };
  readonly _viewport?: { queueSync(): void };
}

interface LiveScreenOptions {
  readonly onInput: (bytes: Uint8Array) => void;
  /** Called with the total number of frame bytes that have been handled. */
  readonly onHandled: (bytes: number) => void;
  /** Called when the program asks to put a text into the person's clipboard. */
  readonly onCopy: (text: string) => void;
}

/** The screen of a terminal in the page. It mirrors the server's screen, and sends input. */
export class LiveScreen {
  readonly terminal: Terminal;
  readonly search = new SearchAddon();
  readonly #element: HTMLElement;
  readonly #fit = new FitAddon();
  readonly #options: LiveScreenOptions;
  #scanner = new OutputScanner();
  #queue: Promise<void> = Promise.resolve();
  #handled = 0;
  readonly #keyboard: KeyboardFlags;
  /** Whether this window decides on the terminal's size. Otherwise the font follows the size. */
  #isOwner = false;
  /** The font size while this window decides on the terminal's size. */
  #font = ownFont(storedFont.read() ?? FONT_SIZE);
  /** The zoom of a screen with the size of another window. */
  #zoom = 1;
  /** The rest of a finger scroll that is less than a line, in px. */
  #scrolled = 0;

  constructor(element: HTMLElement, options: LiveScreenOptions) {
    this.#element = element;
    this.#options = options;
    const terminal = openPageTerminal(element, {
      fontSize: FONT_SIZE,
      macOptionIsMeta: true,
      cursorBlink: false,
      rightClickSelectsWord: true,
      windowOptions: { pushTitle: true, popTitle: true },
      theme: themeOf(),
    });
    this.terminal = terminal;
    terminal.loadAddon(this.#fit);
    terminal.loadAddon(this.search);
    terminal.loadAddon(new WebLinksAddon((_event, link) => openAddress(link, link)));
    this.#letServerAnswer();
    terminal.onData((data) => options.onInput(new TextEncoder().encode(data)));
    terminal.onBinary((data) => options.onInput(Uint8Array.from(data, (each) => each.charCodeAt(0))));
    terminal.parser.registerOscHandler(52, (data) => {
      const text = copiedText(data);
      if (text !== '') options.onCopy(text);
      return true;
    });
    this.#keyboard = new KeyboardFlags(terminal);
    this.#sendKeys();
  }

  /** The size that fits the element with the owner's font, regardless of the current font. */
  get fitting(): ShownSize | null {
    const { options } = this.terminal;
    const { fontSize = FONT_SIZE } = options;
    options.fontSize = this.#ownFont;
    const size = this.#fit.proposeDimensions();
    options.fontSize = fontSize;
    return size && Number.isFinite(size.cols) && Number.isFinite(size.rows) ? possibleSize(size) : null;
  }

  /** Rounded to half pixels: each distinct font size takes as long to measure as a new font. */
  get #ownFont(): number {
    return Math.round(this.#font * 2) / 2;
  }

  /** The size of a cell, in pixels of the page. */
  get cell(): { readonly width: number; readonly height: number } | undefined {
    const screen = this.#element.querySelector('.xterm-screen');
    const { cols, rows } = this.terminal;
    if (!screen || screen.clientWidth === 0) return undefined;
    return { width: screen.clientWidth / cols, height: screen.clientHeight / rows };
  }

  /** Handles a binary frame after all earlier ones. */
  take(frame: Uint8Array): void {
    this.#queue = this.#queue.then(() => this.#handle(frame));
  }

  /** Sets the size that applies from here on. Resolves once the screen has it. */
  setSize(size: ShownSize, { isOwner }: { readonly isOwner: boolean }): Promise<void> {
    return (this.#queue = this.#queue.then(() => {
      this.#isOwner = isOwner;
      this.terminal.resize(size.cols, size.rows);
      this.fitFont();
    }));
  }

  /** Call it on a new connection: frames from here on are counted from zero. */
  restart(): void {
    this.#queue = this.#queue.then(() => {
      this.#handled = 0;
    });
  }

  /** Applies the owner's font, or shrinks it for the size of another window, as long as it stays legible. */
  fitFont(): void {
    const { terminal } = this;
    if (this.#isOwner) {
      terminal.options.fontSize = this.#ownFont;
      return;
    }
    const fitting = this.fitting;
    if (!fitting) return;
    let size = fontInOtherSize(terminal, { fitting, own: this.#ownFont, zoom: this.#zoom });
    terminal.options.fontSize = size;
    if (this.#zoom !== 1) return;
    // Cells are whole pixels, so a small font can need more room than its size suggests.
    while (size > MIN_LEGIBLE_FONT && !this.#isWhole()) terminal.options.fontSize = size -= 0.25;
    // The latest output is at the bottom.
    this.#element.scrollTop = this.#element.scrollHeight;
  }

  /** Handles a pinch by this factor. If this window decides on the terminal's size, the size follows later. */
  zoom(by: number): void {
    if (this.#isOwner) {
      this.#font = ownFont(this.#font * by);
      storedFont.write(this.#font);
    } else this.#zoom = Math.min(4, Math.max(0.1, this.#zoom * by));
    this.fitFont();
  }

  /** Scrolls by a finger's upward movement, in px. A program that scrolls itself gets wheel events. */
  scroll(by: number): void {
    const { terminal } = this;
    const before = this.#element.scrollTop;
    this.#element.scrollTop += by;
    this.#scrolled += by - (this.#element.scrollTop - before);
    const height = this.cell?.height ?? by;
    const lines = Math.trunc(this.#scrolled / height);
    this.#scrolled -= lines * height;
    if (terminal.buffer.active.type === 'normal' && terminal.modes.mouseTrackingMode === 'none')
      return terminal.scrollLines(lines);
    const wheel = { deltaY: Math.sign(lines), deltaMode: WheelEvent.DOM_DELTA_LINE, bubbles: true, cancelable: true };
    for (let line = 0; line < Math.abs(lines); line += 1)
      this.#element.querySelector('.xterm-screen')?.dispatchEvent(new WheelEvent('wheel', wheel));
  }

  #isWhole(): boolean {
    // The proposed size can be a pixel smaller than the cells, which would show a scrollbar.
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#element;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) return false;
    const size = this.#fit.proposeDimensions();
    return !size || (size.cols >= this.terminal.cols && size.rows >= this.terminal.rows);
  }

  dispose(): void {
    this.terminal.dispose();
  }

  async #handle(frame: Uint8Array): Promise<void> {
    const decoded = decodeDownFrame(frame);
    if (decoded.type === 'output') await writeInPieces(this.terminal, this.#scanner, decoded.bytes);
    else await this.#restore(decoded.packed);
    this.#handled += frame.length;
    this.#options.onHandled(this.#handled);
  }

  async #restore(packed: Uint8Array): Promise<void> {
    const { json, unfinished, cells } = unpackScreen(await inflated(packed));
    const state = JSON.parse(new TextDecoder().decode(json)) as ScreenState & {
      readonly colors: ScreenColors;
      readonly keyboard: KeyboardStacks;
      readonly dropped: number;
    };
    this.#scanner = new OutputScanner();
    await writeInPieces(this.terminal, this.#scanner, new TextEncoder().encode(colorSequences(state.colors)));
    this.terminal.resize(state.cols, state.rows);
    restoreScreen(this.#core, { state, cells });
    this.#keyboard.restore(state.keyboard);
    await writeInPieces(this.terminal, this.#scanner, unfinished);
    this.#scanner.dropped = state.dropped;
    this.#core._viewport?.queueSync();
    this.terminal.refresh(0, this.terminal.rows - 1);
    this.terminal.scrollToBottom();
    this.fitFont();
  }

  get #core(): PageCore {
    return (this.terminal as unknown as { readonly _core: PageCore })._core;
  }

  /**
   * Suppresses answers to queries of programs: the server's screen answers them, and a second answer would be typed.
   */
  #letServerAnswer(): void {
    const service = this.#core.coreService;
    const send = service.triggerDataEvent.bind(service);
    service.triggerDataEvent = (data, wasUserInput) => {
      const isFocus = data === '\u001B[I' || data === '\u001B[O';
      if (wasUserInput === true || (isFocus && this.#isOwner)) send(data, wasUserInput);
    };
  }

  /** Sends keys in the encoding that the program requested. */
  #sendKeys(): void {
    this.terminal.attachCustomKeyEventHandler((event) => {
      if (isOfPage(event)) return false;
      const report = event.type === 'keydown' && this.#keyboard.current === 1 ? keyboardReport(event) : null;
      if (report === null) return true;
      event.preventDefault();
      this.#options.onInput(new TextEncoder().encode(report));
      return false;
    });
  }
}

/** Keys for the page while the terminal has the focus: F6 leaves it, and Ctrl-Shift chords are Warren's. */
function isOfPage(event: KeyboardEvent): boolean {
  return event.key === 'F6' || (event.ctrlKey && event.shiftKey && event.key !== 'Shift' && event.key !== 'Control');
}

function themeOf() {
  const { foreground, background, cursor, palette } = TERMINAL_THEME;
  const [black, red, green, yellow, blue, magenta, cyan, white, ...bright] = palette;
  const [brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite] =
    bright;
  const named = { black, red, green, yellow, blue, magenta, cyan, white, brightBlack, brightRed, brightGreen };
  const rest = { brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite };
  const colors = Object.fromEntries(
    Object.entries({ ...named, ...rest }).flatMap(([name, color]) => (color === undefined ? [] : [[name, color]])),
  );
  return { foreground, background, cursor, cursorAccent: background, ...colors };
}

async function inflated(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
