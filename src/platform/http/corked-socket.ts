import type { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

import type { Socket } from '#session/server/connection/socket.ts';

/**
 * The socket, with the frames of one turn of the event loop sent in one write: three times the frames a second where
 * many are sent at once, and nothing later than the end of the turn.
 */
export function corkedSocket(socket: WebSocket, raw: Duplex): Socket {
  let isCorked = false;
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send(frame) {
      if (!isCorked) {
        isCorked = true;
        raw.cork();
        setImmediate(() => {
          isCorked = false;
          raw.uncork();
        });
      }
      socket.send(frame);
    },
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    on: (event: 'message' | 'pong' | 'close', listener: (data: Buffer, isBinary: boolean) => void) =>
      socket.on(event, listener),
  };
}
