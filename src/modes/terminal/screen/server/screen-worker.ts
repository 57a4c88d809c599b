import { parentPort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';

import { packScreen } from '../domain/frames.ts';
import { Emulator } from './emulator.ts';
import type { ScreenNews, ScreenOrder, ScreenText } from './screen-messages.ts';
import { solidRows } from './solid-rows.ts';

/** A thread with the screens of some terminals: packing one with all its lines takes a tenth of a second. */
const CHANGED_EVERY_MS = 100;
/** A picture that takes longer is told half painted. */
const MAX_PAINTING_MS = 200;
/** Compresses a screen to a tenth, at 100 MB/s. */
const FAST = { level: 1 };
/** Control characters, and those that turn or hide a text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

interface Held {
  readonly emulator: Emulator;
  timer: NodeJS.Timeout | undefined;
  /** The number of rows above the window that are told with a change. */
  readonly above: number;
  /** Since when a change waits for the end of a picture, in milliseconds. */
  waitsSince: number | null;
}

const port = parentPort;
if (!port) throw new Error('this file is the start of a worker thread');
const screens = new Map<number, Held>();
const post = (news: ScreenNews) => port.postMessage(news);
const utf8 = new TextEncoder();

port.on('message', (order: ScreenOrder) => {
  if (order.type === 'open') {
    const emulator = new Emulator(order.size, {
      onReply: (reply) => post({ type: 'reply', screen: order.screen, reply }),
    });
    screens.set(order.screen, { emulator, timer: undefined, above: order.above, waitsSince: null });
    return;
  }
  const held = screens.get(order.screen);
  if (held) carryOut(held, order);
});

function carryOut(held: Held, order: Exclude<ScreenOrder, { type: 'open' }>): void {
  const { emulator } = held;
  const { screen } = order;
  switch (order.type) {
    case 'write':
      emulator.write(order.bytes);
      post({ type: 'written', screen, bytes: order.bytes.length });
      postSoon(screen, held);
      return;
    case 'resize':
      emulator.resize(order.size);
      if (order.cell) emulator.queries.cell = order.cell;
      postSoon(screen, held);
      return;
    case 'pack': {
      const { screen: captured, unfinished, extras } = emulator.capture();
      const json = utf8.encode(JSON.stringify({ ...captured.state, ...extras }));
      const packed = new Uint8Array(deflateSync(packScreen({ json, unfinished, cells: captured.cells }), FAST));
      post({ type: 'packed', screen, request: order.request, packed });
      return;
    }
    case 'read': {
      const above = rowsAbove(emulator, order.scrollback);
      const text = textOf(emulator);
      post({ type: 'read', screen, request: order.request, text, above, solid: solidRows(emulator.terminal) });
      return;
    }
    case 'close':
      clearTimeout(held.timer);
      emulator.dispose();
      screens.delete(screen);
  }
}

function postSoon(screen: number, held: Held): void {
  held.timer ??= setTimeout(() => {
    held.timer = undefined;
    const now = performance.now();
    held.waitsSince ??= now;
    // In the middle of a picture a text is half there.
    const isPainting = held.emulator.terminal.modes.synchronizedOutputMode;
    if (isPainting && now - held.waitsSince < MAX_PAINTING_MS) return postSoon(screen, held);
    held.waitsSince = null;
    const above = held.above > 0 ? { above: rowsAbove(held.emulator, held.above) } : {};
    return post({ type: 'changed', screen, text: { ...textOf(held.emulator), ...above } });
  }, CHANGED_EVERY_MS);
}

function rowsAbove(emulator: Emulator, count: number): readonly string[] {
  const { active } = emulator.terminal.buffer;
  const from = Math.max(0, active.baseY - count);
  return Array.from({ length: active.baseY - from }, (_, row) => rowOf(emulator, from + row));
}

function textOf(emulator: Emulator): ScreenText {
  const { buffer, rows, cols } = emulator.terminal;
  const { baseY, cursorX, cursorY, type } = buffer.active;
  return {
    rows: Array.from({ length: rows }, (_, row) => rowOf(emulator, baseY + row)),
    cursor: { x: cursorX, y: cursorY },
    cols,
    isAlternate: type === 'alternate',
    title: emulator.core._inputHandler._windowTitle.replaceAll(HIDDEN, ''),
  };
}

function rowOf({ terminal }: Emulator, row: number): string {
  return terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
}
