import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { type WebSocket, WebSocketServer } from 'ws';

import { openPty } from '#platform/pty/open-pty.ts';

/**
 * The least that can show a program in a browser: `node-pty` and `ws`. A socket names the command in its first message; a
 * binary frame `go` types a line, and the socket is closed once all of the output was sent.
 */
const accepted = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
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

await once(accepted, 'listening');
process.on('disconnect', () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${(accepted.address() as AddressInfo).port}` });
