import { randomUUID } from 'node:crypto';

import type { DownMessage, SessionSummary } from '#session/protocol.ts';

import { apiOf } from '../../fixtures/server/child-server.ts';
import { closeAll, openSocket } from './socket.ts';

type Complete = Extract<DownMessage, { type: 'assistant_complete' }>;

interface ExploreTurns {
  readonly session: string;
  /** Sends a message and resolves with the complete reply. */
  say(content: string): Promise<Complete>;
  close(): Promise<void>;
}

/** Begins a new explore session and plays it turn by turn. */
export async function openExplore(
  server: { readonly url: string; readonly token: string },
  options: object,
): Promise<ExploreTurns> {
  const begin = { id: randomUUID(), mode: 'explore', ...options };
  const { session } = await apiOf(server)<SessionSummary>('POST', '/api/sessions', begin);
  let settle: { resolve(reply: Complete): void; reject(error: Error): void } | null = null;
  const socket = await openSocket(server, (frame) => {
    const message = JSON.parse(frame.toString()) as DownMessage;
    if (message.type === 'error' || message.type === 'assistant_interrupted')
      settle?.reject(new Error(`A turn failed: ${frame.toString()}`));
    if (message.type === 'assistant_complete') settle?.resolve(message);
  });
  socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session, after: 0 }));
  return {
    session,
    say: (content) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.send(JSON.stringify({ type: 'user_message', id: randomUUID(), session, content }));
      }),
    close: () => closeAll([socket]),
  };
}
