import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { type WebSocket, WebSocketServer } from 'ws';

import { openPty } from '#platform/pty/open-pty.ts';

/**
 * The minimum that can show a program in a browser: `node-pty`, `ws` and a page with xterm.js. The first message of a
 * socket names the command, later ones are input, and the socket is closed once all output was sent.
 */
const XTERM = path.resolve(import.meta.dirname, '../../node_modules/@xterm/xterm');
const PAGE = `<!doctype html><link rel="stylesheet" href="/xterm.css"><div id="screen"></div>
<script type="module">
  import { Terminal } from '/xterm.mjs';
  const terminal = new Terminal({ cols: 120, rows: 36, scrollback: 5000 });
  terminal.open(document.getElementById('screen'));
  const socket = new WebSocket('ws://' + location.host);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => socket.send(decodeURIComponent(location.hash.slice(1)));
  socket.onmessage = ({ data }) => terminal.write(new Uint8Array(data));
  terminal.onData((data) => socket.send(new TextEncoder().encode(data)));
  terminal.focus();
</script>`;
const FILES: Readonly<Record<string, readonly [string, () => Buffer | string]>> = {
  '/': ['text/html', () => PAGE],
  '/xterm.mjs': ['text/javascript', () => readFileSync(path.join(XTERM, 'lib/xterm.mjs'))],
  '/xterm.css': ['text/css', () => readFileSync(path.join(XTERM, 'css/xterm.css'))],
};

const server = createServer((request, response) => {
  const [type, content] = FILES[request.url ?? ''] ?? ['text/plain', () => ''];
  response.setHeader('content-type', type);
  response.end(content());
});
const accepted = new WebSocketServer({ server, perMessageDeflate: false });
accepted.on('connection', (socket: WebSocket) => {
  socket.once('message', (data: Buffer) => {
    const [file = '', ...args] = JSON.parse(data.toString()) as string[];
    const env = process.env as Record<string, string>;
    const pty = openPty({ file, args, cwd: '/', env, size: { cols: 120, rows: 36 } });
    pty.onData((bytes) => socket.send(bytes));
    pty.onExit(() => socket.close());
    socket.on('message', (typed: Buffer) => pty.write(typed));
  });
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('disconnect', () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
