import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { type WebSocket, WebSocketServer } from 'ws';

import { watchSockets } from './full-sockets.ts';
import { serveMeter } from './metered-process.ts';
import { isTurnOver } from './script.ts';

/**
 * The minimum that can fan out frames: only `ws`. A message `{chunks, frame}` sends the frame that many times to every
 * socket.
 */
const accepted = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const sockets = watchSockets();
accepted.on('connection', (socket: WebSocket) => {
  sockets.add(socket);
  socket.on('message', (data: Buffer) => void relay(JSON.parse(data.toString()) as { chunks: number; frame: string }));
});

async function relay({ chunks, frame }: { chunks: number; frame: string }): Promise<void> {
  for (let sent = 0; sent < chunks; sent += 1) {
    for (const socket of accepted.clients) socket.send(frame);
    if (isTurnOver(sent)) {
      do await setImmediate();
      while (sockets.isFull());
    }
  }
  for (const socket of accepted.clients) socket.send('done');
}

await once(accepted, 'listening');
serveMeter({
  url: `http://127.0.0.1:${(accepted.address() as AddressInfo).port}`,
  close: () => Promise.resolve(accepted.close()),
});
