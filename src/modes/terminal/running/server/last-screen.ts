import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import type { RecordingEvent } from '../../recording/domain/asciicast.ts';
import { RecordingReader } from '../../recording/domain/recording-reader.ts';
import type { KeptScreen } from '../../screen/server/kept-screen.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import type { Screens } from '../../screen/server/screens.ts';

/** Bytes at the end of a recording that are replayed. Programs repaint their whole screen often enough for that. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;

/** The last screen of a terminal, read from its recording, with `above` rows of history. Null without a recording. */
export function lastScreen(file: string, screens: Screens, above: number): Promise<ScreenText | null> {
  return replayed(file, screens, async (screen) => {
    const shown = await screen.read(above);
    return { ...shown.text, above: shown.above };
  });
}

/** The same screen, packed. */
export function lastPackedScreen(file: string, screens: Screens): Promise<Uint8Array | null> {
  return replayed(file, screens, (screen) => screen.pack());
}

async function replayed<Result>(
  file: string,
  screens: Screens,
  read: (screen: KeptScreen) => Promise<Result>,
): Promise<Result | null> {
  const reader = new RecordingReader();
  const events: RecordingEvent[] = [];
  try {
    const handle = await open(file, 'r');
    const { size } = await handle.stat();
    const from = Math.max(0, size - MAX_BYTES);
    if (from > 0) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
      const header = buffer.toString('utf8', 0, bytesRead);
      reader.push(header.slice(0, header.indexOf('\n') + 1));
    }
    const stream = createReadStream(file, { fd: handle, start: from, encoding: 'utf8' });
    for await (const text of stream) events.push(...reader.push(text as string));
  } catch {
    return null;
  }
  if (!reader.header) return null;
  const { columns: cols, rows } = reader.header;
  const nothing = () => undefined;
  const listener = { onWritten: nothing, onReply: nothing, onChanged: nothing, onStuck: nothing };
  const screen = screens.open({ cols, rows }, listener);
  try {
    for (const event of events)
      if (event.kind === 'output') screen.write(Buffer.from(event.text));
      else if (event.kind === 'resize') screen.resize({ cols: event.columns, rows: event.rows });
    return await read(screen);
  } catch {
    return null;
  } finally {
    screen.close();
  }
}
