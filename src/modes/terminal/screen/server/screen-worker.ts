import { parentPort, workerData } from 'node:worker_threads';
import { deflateSync, inflateSync } from 'node:zlib';

import { packScreen, unpackScreen } from '../domain/frames.ts';
import { pieceEnd } from '../domain/output-pieces.ts';
import type { ScreenState } from '../domain/screen-state.ts';
import { Emulator, type ScreenExtras } from './emulator.ts';
import { markedRows } from './marked-rows.ts';
import type { ScreenNews, ScreenOrder, ScreenText } from './screen-messages.ts';
import { solidRows } from './solid-rows.ts';

// A thread with the screens of some terminals. Packing a screen with all its lines takes a tenth of a second.

/** Interval between reports of changes, in ms. */
const CHANGED_EVERY_MS = 100;
/** Maximum time that a synchronized update delays reports, in ms: its end may never come. Terminals do the same. */
const MAX_PAINTING_MS = 1_000;
/** Compresses a screen to a tenth, at 100 MB/s. */
const FAST = { level: 1 };
/** Control characters, and characters that reverse or hide the text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;
/** Time after which the next screen gets its turn, in ms. */
const TURN_MS = 8;

type Order = Exclude<ScreenOrder, { type: 'open' }>;
type Read = Extract<ScreenOrder, { type: 'read' }>;

interface Held {
  readonly emulator: Emulator;
  readonly orders: Order[];
  /** Number of bytes of the first order that are on the screen. */
  written: number;
  /** Answers to queries in the current order. */
  reply: string;
  timer: NodeJS.Timeout | undefined;
  /** The number of rows above the window that a change reports. */
  readonly above: number;
  /** When a change began to wait for the end of a synchronized update, in ms; null if none waits. */
  waitsSince: number | null;
  /** Reads that wait for the end of a synchronized update. */
  reads: Read[];
}

const port = parentPort;
if (!port) throw new Error('this file is the start of a worker thread');
/** The screen in progress (0 for none), and a counter of changes. A hanging thread cannot report it otherwise. */
const { working } = workerData as { readonly working: Int32Array };
const screens = new Map<number, Held>();
/** Screens with orders, in the order of their turns. */
const ready = new Set<number>();
let isTurnDue = false;
const post = (news: ScreenNews) => port.postMessage(news);
const utf8 = new TextEncoder();

port.on('message', (order: ScreenOrder) => {
  const { screen } = order;
  if (order.type === 'open') workOn(screen, () => open(order));
  else if (order.type === 'close') close(screen);
  else if (screens.has(screen)) {
    screens.get(screen)?.orders.push(order);
    ready.add(screen);
    takeTurns();
  }
});

function workOn(screen: number, work: () => void): void {
  working[0] = screen;
  working[1] = (working[1] ?? 0) + 1;
  work();
  working[0] = 0;
}

function open({ screen, size, above, packed, cell }: Extract<ScreenOrder, { type: 'open' }>): void {
  const held: Held = {
    emulator: new Emulator(size, { onReply: (reply) => (held.reply += reply) }),
    orders: [],
    written: 0,
    reply: '',
    timer: undefined,
    above,
    waitsSince: null,
    reads: [],
  };
  if (packed) {
    const { json, unfinished, cells } = unpackScreen(inflateSync(packed));
    const state = JSON.parse(new TextDecoder().decode(json)) as ScreenState & ScreenExtras;
    held.emulator.restore({ state, cells, unfinished });
    held.reply = '';
  }
  if (cell) held.emulator.queries.cell = cell;
  screens.set(screen, held);
  if (packed) postSoon(screen, held);
}

function close(screen: number): void {
  const held = screens.get(screen);
  clearTimeout(held?.timer);
  held?.emulator.dispose();
  screens.delete(screen);
  ready.delete(screen);
}

/** New orders are received between turns. */
function takeTurns(): void {
  if (isTurnDue || ready.size === 0) return;
  isTurnDue = true;
  setImmediate(() => {
    isTurnDue = false;
    const [screen = 0] = ready;
    ready.delete(screen);
    const held = screens.get(screen);
    if (held) takeTurn(screen, held);
    if (held && held.orders.length > 0) ready.add(screen);
    takeTurns();
  });
}

function takeTurn(screen: number, held: Held): void {
  const end = performance.now() + TURN_MS;
  for (let order = held.orders[0]; order && performance.now() < end; order = held.orders[0]) {
    const current = order;
    workOn(screen, () => {
      if (current.type === 'write') writeSome(held, current);
      else carryOut(held, current);
    });
    if (current.type !== 'write' || held.written >= current.bytes.length) {
      held.orders.shift();
      held.written = 0;
    }
  }
}

function writeSome(held: Held, { screen, bytes, isKnown }: Extract<Order, { type: 'write' }>): void {
  const { written } = held;
  held.written = pieceEnd(bytes, written);
  held.emulator.write(bytes.subarray(written, held.written));
  if (held.written < bytes.length) return;
  post({ type: 'written', screen, reply: isKnown ? '' : held.reply });
  held.reply = '';
  if (!isPainting(held)) {
    answerReads(held);
    if (held.waitsSince !== null) return postChanged(screen, held);
  }
  postSoon(screen, held);
}

function carryOut(held: Held, order: Exclude<Order, { type: 'write' }>): void {
  const { emulator } = held;
  const { screen } = order;
  switch (order.type) {
    case 'resize':
      emulator.resize(order.size);
      if (order.cell) emulator.queries.cell = order.cell;
      postSoon(screen, held);
      return;
    case 'pack': {
      // Answers must be in the order of the orders: a pack completes the orders before it.
      answerReads(held);
      const { screen: captured, unfinished, extras } = emulator.capture();
      const json = utf8.encode(JSON.stringify({ ...captured.state, ...extras }));
      const packed = new Uint8Array(deflateSync(packScreen({ json, unfinished, cells: captured.cells }), FAST));
      post({ type: 'packed', screen, request: order.request, packed });
      return;
    }
    case 'read':
      if (!isPainting(held)) return answer(held, order);
      held.reads.push(order);
      return postSoon(screen, held);
    case 'close':
      close(screen);
  }
}

function postSoon(screen: number, held: Held): void {
  held.timer ??= setTimeout(() => {
    held.timer = undefined;
    const now = performance.now();
    held.waitsSince ??= now;
    // In the middle of a synchronized update, the text is incomplete.
    if (isPainting(held) && now - held.waitsSince < MAX_PAINTING_MS) return postSoon(screen, held);
    answerReads(held);
    return postChanged(screen, held);
  }, CHANGED_EVERY_MS);
}

function postChanged(screen: number, held: Held): void {
  clearTimeout(held.timer);
  held.timer = undefined;
  held.waitsSince = null;
  const told = held.above > 0 ? toldAbove(held) : {};
  post({ type: 'changed', screen, text: { ...textOf(held.emulator), ...told } });
}

const isPainting = ({ emulator }: Held) => emulator.terminal.modes.synchronizedOutputMode;

function answerReads(held: Held): void {
  for (const order of held.reads.splice(0)) answer(held, order);
}

function answer({ emulator }: Held, { screen, request, scrollback }: Read): void {
  const above = rowsAbove(emulator, scrollback);
  post({ type: 'read', screen, request, text: textOf(emulator), above, solid: solidRows(emulator.terminal) });
}

function toldAbove({ emulator, above: count }: Held): Pick<ScreenText, 'above' | 'marked'> {
  const above = rowsAbove(emulator, count);
  return { above, marked: markedRows(emulator, emulator.terminal.buffer.active.baseY - above.length) };
}

function rowsAbove(emulator: Emulator, count: number): readonly string[] {
  const { active } = emulator.terminal.buffer;
  const from = Math.max(0, active.baseY - count);
  return Array.from({ length: active.baseY - from }, (_, row) => rowOf(emulator, from + row));
}

function textOf(emulator: Emulator): ScreenText {
  const { buffer, modes, rows, cols } = emulator.terminal;
  const { baseY, cursorX, cursorY, type } = buffer.active;
  return {
    rows: Array.from({ length: rows }, (_, row) => rowOf(emulator, baseY + row)),
    cursor: { x: cursorX, y: cursorY },
    cols,
    takesPaste: modes.bracketedPasteMode,
    isAlternate: type === 'alternate',
    title: emulator.core._inputHandler._windowTitle.replaceAll(HIDDEN, ''),
  };
}

function rowOf({ terminal }: Emulator, row: number): string {
  return terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
}
