// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TerminalDown } from '../../../protocol.ts';
import { TerminalSocket, type TypedLoss } from './terminal-socket.ts';

/** Replaces the browser's WebSocket. The other end answers while it is not frozen. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readyState = 0;
  isFrozen = false;
  readonly sent: string[] = [];

  constructor() {
    super();
    FakeSocket.all.push(this);
  }

  static get latest(): FakeSocket {
    const latest = FakeSocket.all.at(-1);
    if (!latest) throw new Error('none was opened');
    return latest;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  hear(news: TerminalDown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(news) }));
  }

  send(data: string | Uint8Array): void {
    this.sent.push(typeof data === 'string' ? data : `keys ${new TextDecoder().decode(data)}`);
    if (this.isFrozen || typeof data !== 'string' || !data.includes('ping')) return;
    this.hear({ type: 'pong', at: Math.round(performance.now()) + 1_000_000 });
  }

  close(): void {
    // A frozen one never reports its close.
    this.readyState = 2;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  FakeSocket.all.length = 0;
});

function start() {
  const states: string[] = [];
  const dropped: TypedLoss[] = [];
  const nothing = () => {};
  const socket = new TerminalSocket('session', {
    onOpen: nothing,
    onFrame: nothing,
    onNews: nothing,
    onState: (state) => states.push(state),
    onDropped: (loss) => dropped.push(loss),
  });
  FakeSocket.latest.open();
  const type = (text: string) => socket.type(new TextEncoder().encode(text));
  return { socket, states, dropped, type };
}

test('a connection that answers is kept, however long there is no output', () => {
  const { socket, states } = start();
  vi.advanceTimersByTime(300_000);
  expect([FakeSocket.all.length, states]).toEqual([1, ['connecting', 'open']]);
  socket.close();
});

test('a silent connection is replaced, and input meanwhile is dropped and reported', () => {
  const { socket, states, dropped, type } = start();
  const { latest: first } = FakeSocket;
  first.isFrozen = true;
  vi.advanceTimersByTime(20_000);
  expect(states.at(-1)).toBe('silent');
  type('y');
  expect(dropped).toEqual(['dropped']);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
  // It is reported as closed while another one is tried.
  expect(states.at(-1)).toBe('closed');
  type('\r');
  FakeSocket.latest.open();
  type('x');
  expect(dropped).toEqual(['dropped', 'dropped', null]);
  expect(first.sent.filter((each) => each.startsWith('keys'))).toEqual([]);
  expect(FakeSocket.latest.sent).toContain('keys x');
  // Late messages of the previous connection are ignored.
  first.hear({ type: 'running', isRunning: false });
  first.dispatchEvent(Object.assign(new Event('close'), { code: 1013 }));
  expect(states.at(-1)).toBe('open');
  socket.close();
});

test('a silent connection is noticed seconds after input, and focus reports are no input', () => {
  const { socket, states, dropped, type } = start();
  FakeSocket.latest.isFrozen = true;
  type('l');
  vi.advanceTimersByTime(4_000);
  expect(states.at(-1)).toBe('silent');
  type('\u001B[O');
  type('s');
  expect(dropped).toEqual([null, 'dropped']);
  vi.advanceTimersByTime(4_000);
  expect(states.at(-1)).toBe('closed');
  // A certain loss stays reported.
  expect(dropped).toEqual([null, 'dropped']);
  socket.close();
});

test.each([
  ['online', () => window.dispatchEvent(new Event('online'))],
  ['the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('when %s, it asks or connects at once', (_name, happen) => {
  const { socket, states } = start();
  vi.advanceTimersByTime(1_000);
  FakeSocket.latest.isFrozen = true;
  happen();
  vi.advanceTimersByTime(8_000);
  expect(states.at(-1)).toBe('closed');
  happen();
  expect([FakeSocket.all.length, states.at(-1)]).toEqual([2, 'closed']);
  socket.close();
});

test('input is stamped by the clock of the server, at most twice a second', () => {
  const { socket, type } = start();
  const begun = performance.now();
  vi.advanceTimersByTime(2_000);
  for (const key of 'abc') type(key);
  const stamps = FakeSocket.latest.sent.filter((each) => each.includes('"typed"'));
  expect(stamps).toEqual([JSON.stringify({ type: 'typed', at: Math.round(begun) + 1_002_000 })]);
  socket.close();
});

test('input before a silence was noticed is reported as unknown, also after a reconnect', () => {
  const { socket, dropped, type } = start();
  type('a');
  FakeSocket.latest.isFrozen = true;
  type('\r');
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.latest.open();
  expect(dropped).toEqual([null, null, 'unknown']);
  // Input that was answered is not reported.
  FakeSocket.latest.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  expect(dropped).toHaveLength(3);
  socket.close();
});

test('a late answer does not make input seem older', () => {
  const { socket, type } = start();
  const begun = performance.now();
  vi.advanceTimersByTime(3_000);
  FakeSocket.latest.hear({ type: 'pong', at: Math.round(begun) + 1_000_000 });
  type('a');
  expect(FakeSocket.latest.sent).toContain(JSON.stringify({ type: 'typed', at: Math.round(begun) + 1_003_000 }));
  socket.close();
});
