import { parentPort, workerData } from 'node:worker_threads';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import { ChatReader } from './chat-reader.ts';
import type { ReaderNews, ReaderOrder } from './reader-messages.ts';

/** The thread that reads chats, so that a chat that hangs or lags blocks nothing else. */
const port = parentPort;
if (!port) throw new Error('this file is the start of a worker thread');
/** Tells the main thread which chat is being read, in case this thread hangs. */
const { working } = workerData as { readonly working: Int32Array };
const readers = new Map<number, ChatReader>();
const post = (news: ReaderNews) => port.postMessage(news);

port.on('message', (order: ReaderOrder) => {
  if (order.type === 'ping') return post({ type: 'answer', request: order.request, found: null });
  const { chat } = order;
  if (order.type === 'open') {
    readers.get(chat)?.close();
    const { known, hasEarlier, isTranscriptAlone } = order;
    const reader = new ChatReader({
      known,
      hasEarlier,
      isTranscriptAlone,
      onWork: (isWorking) => void (working[0] = isWorking ? chat : 0),
      onChanges: (changes) => post({ type: 'changes', chat, changes }),
      onFailure: (error) =>
        post({
          type: 'failed',
          chat,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    });
    readers.set(chat, reader);
    return undefined;
  }
  const reader = readers.get(chat);
  if (reader) return carryOut(reader, order);
  if (order.type === 'finish' || order.type === 'find') post({ type: 'answer', request: order.request, found: null });
  return undefined;
});

function carryOut(reader: ChatReader, order: Exclude<ReaderOrder, { type: 'open' | 'ping' }>): void {
  switch (order.type) {
    case 'transcript':
      return reader.follow(order.file);
    case 'hook':
      return reader.hear(JSON.parse(order.hook) as Hook, order.at);
    case 'screen':
      return reader.see(order.text, order.at);
    case 'find':
      return post({ type: 'answer', request: order.request, found: reader.find(order.what) });
    case 'finish': {
      const answer = () => post({ type: 'answer', request: order.request, found: null });
      return void reader.finish().then(answer, answer);
    }
    case 'close':
      reader.close();
      readers.delete(order.chat);
      return undefined;
    default:
      return order satisfies never;
  }
}
