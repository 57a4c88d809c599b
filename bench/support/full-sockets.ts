import type { Socket } from '#session/server/connection/socket.ts';

/** A sender that is limited only by its readers pauses while one of them has more unread bytes than this. */
const FULL_ABOVE_BYTES = 64 * 1024;

/** The sockets that a flat-out sender checks before it continues. */
export function watchSockets(): { add(socket: Socket): void; isFull(): boolean } {
  const sockets = new Set<Socket>();
  return {
    add(socket) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    },
    isFull() {
      for (const { bufferedAmount } of sockets) if (bufferedAmount > FULL_ABOVE_BYTES) return true;
      return false;
    },
  };
}
