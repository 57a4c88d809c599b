/** One connection to the server, over any transport. */
export interface Link {
  send(frame: string): void;
  close(): void;
}

export interface LinkEvents {
  readonly onFrame: (frame: string) => void;
  /**
   * Called once when the connection ends for any reason, also if it never opened. `hasMoved`: another server continues
   * at once.
   */
  readonly onClose: (hasMoved?: boolean) => void;
}

export type OpenLink = (events: LinkEvents) => Link;

/** The close code "service restart": this server gives the person to another server. */
const MOVED = 1012;

export function openWebSocketLink({ onFrame, onClose }: LinkEvents): Link {
  const { protocol, host } = globalThis.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onFrame(data);
  });
  socket.addEventListener('close', ({ code }) => onClose(code === MOVED), { once: true });
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => socket.close(),
  };
}
