import type { ReadStream, WriteStream } from 'node:tty';
import { inflateSync } from 'node:zlib';

import { WebSocket } from 'ws';

import type { TerminalDown } from '#modes/terminal/protocol.ts';
import { decodeDownFrame } from '#modes/terminal/screen/domain/frames.ts';

import { InputFilter } from './input-filter.ts';
import { LEAVE, sequencesOf } from './screen-sequences.ts';

interface Attachment {
  readonly url: string;
  readonly token: string;
  readonly session: string;
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** The server's code for a terminal in which nothing runs. */
const NOTHING_RUNS = 1013;

/** Connects this terminal to one of the server, until either ends. Resolves with why, in words. */
export async function attachTo({ url, token, session, input, output }: Attachment): Promise<string> {
  const socket = new WebSocket(`${url.replace(/^http/u, 'ws')}/ws/terminal/${session}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const filter = new InputFilter();
  let handled = 0;
  let drawing: Promise<void> = Promise.resolve();
  const write = (bytes: string | Uint8Array) => new Promise<void>((done) => void output.write(bytes, () => done()));
  const tell = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  async function draw(frame: Uint8Array): Promise<void> {
    const decoded = decodeDownFrame(frame);
    await write(decoded.type === 'output' ? decoded.bytes : await sequencesOf(inflateSync(decoded.packed)));
    handled += frame.length;
    tell({ type: 'confirm', bytes: handled });
  }
  const claimSize = () => tell({ type: 'size', cols: output.columns, rows: output.rows, isClaim: true });
  const end = (why: string) => {
    resolve(why);
    socket.close();
  };
  const onInput = (bytes: Buffer) => {
    const { text, leaves } = filter.take(bytes.toString('latin1'));
    if (text !== '' && socket.readyState === WebSocket.OPEN) socket.send(Buffer.from(text, 'latin1'));
    if (leaves) end('Left. It goes on running.');
  };
  socket.on('open', () => {
    input.setRawMode(true);
    input.on('data', onInput);
    output.on('resize', claimSize);
    claimSize();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) drawing = drawing.then(() => draw(data));
    else {
      const news = JSON.parse(data.toString()) as TerminalDown;
      if (news.type === 'running' && !news.isRunning) void drawing.then(() => end('It has ended.'));
    }
  });
  socket.on('error', (error) => reject(new Error(`The terminal cannot be reached: ${error.message}`)));
  socket.on('close', (code) =>
    code === NOTHING_RUNS
      ? reject(new Error('Nothing runs in this terminal. Start it again on its page.'))
      : reject(new Error('The connection to Warren was lost. What runs goes on; attach again.')),
  );
  try {
    return await promise;
  } finally {
    input.off('data', onInput);
    output.off('resize', claimSize);
    await drawing.catch(() => undefined);
    if (input.isRaw) {
      input.setRawMode(false);
      await write(LEAVE);
    }
    input.pause();
  }
}
