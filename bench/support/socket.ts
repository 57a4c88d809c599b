import { once } from 'node:events';

import { WebSocket } from 'ws';

/** Opens a socket like a client with a token. Passes on frames from the first one. */
export async function openSocket(
  server: { readonly url: string; readonly token?: string },
  onFrame: (frame: Buffer) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
    perMessageDeflate: false,
    ...(server.token !== undefined && { headers: { authorization: `Bearer ${server.token}` } }),
  });
  socket.on('message', onFrame);
  await once(socket, 'open');
  return socket;
}

export async function closeAll(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    }),
  );
}
