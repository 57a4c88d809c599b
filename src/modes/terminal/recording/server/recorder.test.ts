import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { until } from '../../../../../fixtures/spine/world.ts';
import {
  CONTINUED_LABEL,
  CUT_LABEL,
  eventLine,
  gapLabel,
  headerLine,
  type RecordingEvent,
} from '../domain/asciicast.ts';
import { RecordingReader } from '../domain/recording-reader.ts';
import { Recorder, type RecorderState } from './recorder.ts';
import { openToAppend, type OpenToAppend } from './recording-file.ts';
import { openWholeRecording } from './whole-recording.ts';

const SIZE = { columns: 80, rows: 24 };
const START = 1_700_000_000_000;

function clockAt(start: number) {
  const clock = () => clock.now;
  clock.now = start;
  return clock;
}

function open(options: Partial<ConstructorParameters<typeof Recorder>[0]> = {}) {
  const file = options.file ?? path.join(temporaryFolder(), 'recordings', 'run.cast');
  const states: RecorderState[] = [];
  const recorder = new Recorder({ file, size: SIZE, onState: (state) => states.push(state), ...options });
  onTestFinished(() => recorder.close());
  return { file, recorder, states };
}

function read(file: string) {
  const content = readFileSync(file, 'utf8');
  const reader = new RecordingReader();
  const events = [...reader.push(content), ...reader.end()];
  const unreadable = content.trimEnd().split('\n').length - 1 - events.length;
  return { content, header: reader.header, unreadable, events, text: textIn(events) };
}

const textIn = (events: readonly RecordingEvent[]) =>
  events.map((event) => (event.kind === 'output' ? event.text : '')).join('');
const markersIn = (events: readonly RecordingEvent[]) =>
  events.flatMap((event) => (event.kind === 'marker' ? [event.label] : []));

/** A disk with limited room. A write that exceeds it is partial, and the next one fails, as in a real file system. */
function smallDisk(room: number) {
  const disk = { room, openFile };
  async function openFile(file: string) {
    const handle = await openToAppend(file);
    const sizeOf = async () => (await handle.stat()).size;
    return new Proxy(handle, {
      get(target, name) {
        if (name === 'write')
          return async (bytes: Uint8Array, offset: number, length: number) => {
            const fits = Math.min(length, disk.room);
            if (fits === 0 && length > 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
            disk.room -= fits;
            return target.write(bytes, offset, fits);
          };
        if (name === 'truncate')
          return async (length: number) => {
            disk.room += (await sizeOf()) - length;
            return target.truncate(length);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
  return disk satisfies { openFile: OpenToAppend };
}

test('output and resizes are recorded with their times', async () => {
  const clock = clockAt(START);
  const { file, recorder } = open({ clock, title: 'Fix the test', env: { TERM: 'xterm-256color' } });
  clock.now += 250;
  recorder.write(Buffer.from('\u001b[1mhé'));
  clock.now += 1_000;
  recorder.resize({ columns: 60, rows: 20 });
  recorder.write(Buffer.from('llo\r\n'));
  await recorder.close();
  expect(read(file).content).toBe(
    headerLine({
      ...SIZE,
      startedAt: START,
      title: 'Fix the test',
      env: { TERM: 'xterm-256color' },
    }) + '[0.250000, "o", "\\u001b[1mhé"]\n[1.250000, "r", "60x20"]\n[1.250000, "o", "llo\\r\\n"]\n',
  );
});

test('a file with a gap, a restart and a cut follows the rules of asciicast v2', async () => {
  const disk = smallDisk(3_000);
  const first = open({ openFile: disk.openFile, retryMs: 1, title: '"\\ \u0007 é', env: { TERM: 'xterm-256color' } });
  first.recorder.write(Buffer.from([0x1b, 0x5b, 0x31, 0x6d, 0x00, 0x7f, 0xff, 0x0a, 0xe2, 0x80, 0xa8]));
  await first.recorder.flush();
  first.recorder.write(Buffer.alloc(5_000, 'x'));
  await first.recorder.flush();
  disk.room = 10_000_000;
  await until(() => first.recorder.state.kind === 'recording', 'it goes on');
  first.recorder.resize({ columns: 132, rows: 43 });
  await first.recorder.close();
  const { file } = first;
  const second = open({ file, maxBytes: 3_000 });
  second.recorder.write(Buffer.alloc(10_000, 'y'));
  await second.recorder.close();

  const { content } = read(file);
  expect(content.endsWith('\n')).toBe(true);
  const [header, ...events] = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(header).toEqual({
    version: 2,
    width: 80,
    height: 24,
    timestamp: expect.closeTo(Date.now() / 1000, -2) as unknown,
    title: '"\\ \u0007 é',
    env: { TERM: 'xterm-256color' },
  });
  let latest = 0;
  for (const event of events) {
    expect(event).toEqual([expect.any(Number), expect.stringMatching(/^[orm]$/), expect.any(String)]);
    const [seconds, code, data] = event as [number, string, string];
    expect(seconds).toBeGreaterThanOrEqual(latest);
    latest = seconds;
    if (code === 'r') expect(data).toMatch(/^[1-9]\d*x[1-9]\d*$/);
  }
  expect(markersIn(read(file).events)).toEqual([gapLabel('disk-full'), CONTINUED_LABEL, CUT_LABEL]);
});

test('any bytes, cut anywhere, are read back as the same text', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat({ max: 9 })), async (pieces, lengths) => {
      const all = Buffer.concat(pieces);
      const { file, recorder } = open();
      let from = 0;
      for (const length of lengths) {
        recorder.write(all.subarray(from, from + length));
        from += length;
        if (length === 9) await recorder.flush();
      }
      recorder.write(all.subarray(from));
      await recorder.close();
      const { text, unreadable } = read(file);
      expect({ text, unreadable }).toEqual({ text: all.toString('utf8'), unreadable: 0 });
    }),
    { numRuns: 25 },
  );
});

test('only the owner can read a recording and its folder, even if others could before', async () => {
  const folder = path.join(temporaryFolder(), 'recordings');
  mkdirSync(folder, { mode: 0o755 });
  const file = path.join(folder, 'run.cast');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  await open({ file }).recorder.flush();
  expect([folder, file].map((name) => statSync(name).mode & 0o777)).toEqual([0o700, 0o600]);
  const second = open().file;
  await until(() => existsSync(second) && statSync(second).size > 0, 'the header is written before any output');
  expect([path.dirname(second), second].map((name) => statSync(name).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('many small chunks become few writes and few events', async () => {
  const writes: number[] = [];
  const { file, recorder } = open({
    clock: () => START,
    async openFile(name) {
      const handle = await openToAppend(name);
      const write = handle.write.bind(handle) as typeof handle.write;
      return Object.assign(handle, {
        write: ((bytes: Uint8Array, offset: number, length: number) => {
          writes.push(length);
          return write(bytes, offset, length);
        }) as typeof handle.write,
      });
    },
  });
  await recorder.flush();
  for (let index = 0; index < 2_000; index += 1) recorder.write(Buffer.from(`line ${index}\r\n`));
  await recorder.flush();
  expect(writes).toHaveLength(2);
  expect(read(file).events).toHaveLength(1);
});

test('a caller that pauses at 100,000 bytes is always notified at 5,000', async () => {
  let pending = 0;
  let told = 0;
  const { file, recorder } = open({
    onPending: (bytes) => {
      told += 1;
      pending = bytes;
    },
  });
  const chunk = Buffer.alloc(40_000, 'x');
  for (let round = 0; round < 50; round += 1) {
    recorder.write(chunk);
    pending = recorder.pending;
    if (pending >= 100_000) {
      const before = told;
      await until(() => pending <= 5_000, 'the recorder catches up');
      expect(told).toBeGreaterThan(before);
    }
  }
  await recorder.close();
  expect(recorder.pending).toBe(0);
  expect(read(file).text).toHaveLength(50 * chunk.length);
});

test('a full disk stops the recording with a reason, and it continues once there is room', async () => {
  const disk = smallDisk(4_000);
  const clock = clockAt(START);
  const { file, recorder, states } = open({ openFile: disk.openFile, clock, retryMs: 5 });
  recorder.write(Buffer.from('before\r\n'));
  await recorder.flush();
  clock.now += 1_000;
  for (let index = 0; index < 100; index += 1) {
    clock.now += 20;
    recorder.write(Buffer.alloc(100, 'a'));
  }
  expect(recorder.pending).toBe(10_000);
  await recorder.flush();
  expect(recorder.state).toMatchObject({ kind: 'stopped', reason: 'disk-full' });
  expect(recorder.pending).toBe(0);
  recorder.write(Buffer.from('lost'));
  recorder.resize({ columns: 100, rows: 30 });
  expect(recorder.pending).toBe(0);
  const full = read(file);
  expect(full.content.endsWith('\n')).toBe(true);
  expect(full.unreadable).toBe(0);
  expect(full.text).toMatch(/^before\r\na{1000}/);

  clock.now += 60_000;
  disk.room = 10_000_000;
  await until(() => recorder.state.kind === 'recording', 'it goes on');
  recorder.write(Buffer.from('after'));
  await recorder.close();
  const { events, unreadable, text } = read(file);
  expect(unreadable).toBe(0);
  expect(events.slice(full.events.length)).toEqual([
    { kind: 'marker', atMs: 63_000, label: gapLabel('disk-full') },
    { kind: 'resize', atMs: 63_000, columns: 100, rows: 30 },
    { kind: 'output', atMs: 63_000, text: '\u0018' },
    { kind: 'output', atMs: 63_000, text: 'after' },
  ]);
  expect(text).not.toContain('lost');
  expect(states.map(({ kind }) => kind)).toEqual(['stopped', 'recording', 'closed']);
});

test('on a disk that is full from the start, the header is written once there is room', async () => {
  const disk = smallDisk(10);
  const { file, recorder, states } = open({ openFile: disk.openFile, retryMs: 5, clock: () => START });
  await until(() => recorder.state.kind === 'stopped', 'it stops');
  disk.room = 10_000_000;
  await until(() => recorder.state.kind === 'recording', 'it goes on');
  recorder.write(Buffer.from('after'));
  await recorder.close();
  const { header, events } = read(file);
  expect(header).toEqual({ ...SIZE, startedAt: START });
  expect(markersIn(events)).toEqual([gapLabel('disk-full')]);
  expect(states.map(({ kind }) => kind)).toEqual(['stopped', 'recording', 'closed']);
});

test('room for a marker alone does not resume the recording', async () => {
  const disk = smallDisk(100);
  let opened = 0;
  const openFile: OpenToAppend = (file) => {
    opened += 1;
    return disk.openFile(file);
  };
  const { file, recorder, states } = open({ openFile, retryMs: 1 });
  await recorder.flush();
  recorder.write(Buffer.alloc(1_000, 'a'));
  await recorder.flush();
  const { content } = read(file);
  disk.room = 5_000;
  await until(() => opened > 5, 'it was tried again');
  await recorder.close();
  expect(states.map(({ kind }) => kind)).toEqual(['stopped', 'closed']);
  expect(read(file).content).toBe(content);
});

test.skipIf(!existsSync('/dev/full'))(
  'the error of the system for a full disk stops the recording with this reason',
  async () => {
    const folder = path.join(temporaryFolder(), 'recordings');
    mkdirSync(folder);
    const file = path.join(folder, 'run.cast');
    // In some containers the mode of a device cannot be changed.
    symlinkSync('/dev/full', file);
    const { recorder } = open({
      file,
      retryMs: 5,
      openFile: async (name) => Object.assign(await openToAppend(name), { chmod: () => Promise.resolve() }),
    });
    await until(() => recorder.state.kind === 'stopped', 'it stops');
    expect(recorder.state).toMatchObject({ reason: 'disk-full' });
    rmSync(file);
    await until(() => recorder.state.kind === 'recording', 'it goes on in a new file');
    await recorder.close();
    expect(read(file).header).toMatchObject(SIZE);
  },
);

test('a folder that cannot be written stops the recording and nothing else', async () => {
  const folder = temporaryFolder();
  const notFolder = path.join(folder, 'file');
  writeFileSync(notFolder, '');
  const { recorder } = open({ file: path.join(notFolder, 'run.cast'), retryMs: 5 });
  recorder.write(Buffer.from('lost'));
  await recorder.flush();
  expect(recorder.state).toMatchObject({ kind: 'stopped', reason: 'write-failed' });
  rmSync(notFolder);
  await until(() => recorder.state.kind === 'recording', 'it goes on once the folder can be made');
});

test('at its size limit a recording keeps its oldest part and says so', async () => {
  const clock = clockAt(START);
  const { file, recorder, states } = open({ maxBytes: 5_000, clock });
  for (let index = 0; index < 1_000; index += 1) {
    clock.now += 20;
    recorder.write(Buffer.from(`${index}\r\n`));
  }
  await recorder.flush();
  expect(recorder.state).toEqual({ kind: 'cut' });
  recorder.write(Buffer.alloc(1_000_000));
  expect(recorder.pending).toBe(0);
  await recorder.close();
  const { content, events, text } = read(file);
  expect(content.length).toBeGreaterThan(4_800);
  expect(content.length).toBeLessThanOrEqual(5_000);
  expect(text).toMatch(/^0\r\n1\r\n2\r\n/);
  expect(events.at(-1)).toMatchObject({ kind: 'marker', label: CUT_LABEL });
  expect(states.map(({ kind }) => kind)).toEqual(['cut', 'closed']);

  const again = open({ file, maxBytes: 5_000, clock });
  again.recorder.write(Buffer.from('more'));
  await again.recorder.close();
  expect(read(file).content).toBe(content);
});

test('a restart continues the file after its torn last line', async () => {
  const clock = clockAt(START);
  const { file, recorder } = open({ clock });
  clock.now += 2_000;
  recorder.write(Buffer.from('first'));
  await recorder.flush();
  const whole = read(file).content;
  appendFileSync(file, '[2.500000, "o", "to');

  clock.now += 10_000;
  const second = open({ file, clock, size: { columns: 100, rows: 40 } });
  second.recorder.write(Buffer.from('second'));
  await second.recorder.close();
  const { content, events, unreadable } = read(file);
  expect(content.startsWith(whole)).toBe(true);
  expect(unreadable).toBe(0);
  expect(events.slice(1)).toEqual([
    { kind: 'marker', atMs: 12_000, label: CONTINUED_LABEL },
    { kind: 'resize', atMs: 12_000, columns: 100, rows: 40 },
    { kind: 'output', atMs: 12_000, text: '\u001bc' },
    { kind: 'output', atMs: 12_000, text: 'second' },
  ]);
});

test('times do not decrease when the clock goes back', async () => {
  const { file, recorder } = open({ clock: () => START });
  await recorder.close();
  appendFileSync(file, eventLine({ kind: 'output', atMs: 60_000, text: 'x' }));
  const second = open({ file, clock: clockAt(START - 3_600_000) });
  second.recorder.write(Buffer.from('y'));
  await second.recorder.close();
  expect(read(file).events.map(({ atMs }) => atMs)).toEqual([60_000, 60_000, 60_000, 60_000, 60_000]);
});

test('a file cut anywhere is repaired, and keeps every whole line', async () => {
  const header = headerLine({ ...SIZE, startedAt: START });
  const lines = ['a', 'é😀', 'x'.repeat(70_000), 'end'].map((text, index) =>
    eventLine({ kind: 'output', atMs: index * 1_000, text }),
  );
  const content = Buffer.from(header + lines.join(''));
  const place = fc.oneof(fc.nat({ max: 150 }), fc.nat({ max: content.length }));
  await fc.assert(
    fc.asyncProperty(place, fc.boolean(), async (length, hasZeros) => {
      const file = path.join(temporaryFolder(), 'run.cast');
      const kept = content.subarray(0, length);
      writeFileSync(file, hasZeros ? Buffer.concat([kept, Buffer.alloc(100_000)]) : kept);
      const { recorder } = open({ file });
      recorder.write(Buffer.from('more'));
      await recorder.close();
      const after = read(file);
      const wholeLines = kept.subarray(0, kept.lastIndexOf('\n') + 1).toString('utf8');
      expect(after.header).toMatchObject(SIZE);
      expect(after.unreadable).toBe(0);
      expect(after.content.startsWith(wholeLines)).toBe(true);
      expect(after.text.endsWith('more')).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test('a file that is not a recording is moved aside', async () => {
  const file = path.join(temporaryFolder(), 'run.cast');
  writeFileSync(file, 'my diary\n');
  const { recorder } = open({ file });
  recorder.write(Buffer.from('hello'));
  await recorder.close();
  expect(read(file).text).toBe('hello');
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe('my diary\n');
});

test('a reader does not get the torn last line of a recording in progress', async () => {
  const { file, recorder } = open();
  recorder.write(Buffer.from('whole'));
  await recorder.flush();
  const { content } = read(file);
  appendFileSync(file, '[9.5, "o", "torn');
  const { bytes, stream } = await openWholeRecording(file);
  expect(bytes).toBe(content.length);
  expect(await textOf(stream)).toBe(content);

  writeFileSync(file, '{"version": 2');
  const empty = await openWholeRecording(file);
  expect([empty.bytes, await textOf(empty.stream)]).toEqual([0, '']);
  await expect(openWholeRecording(`${file}.none`)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a kill of the process loses at most a second', async () => {
  const file = path.join(temporaryFolder(), 'run.cast');
  const script = `
    import { Recorder } from ${JSON.stringify(path.join(import.meta.dirname, 'recorder.ts'))};
    const recorder = new Recorder({ file: ${JSON.stringify(file)}, size: { columns: 80, rows: 24 } });
    let number = 0;
    setInterval(() => {
      recorder.write(Buffer.from((number += 1) + '\\r\\n'));
      if (number === 150) process.kill(process.pid, 'SIGKILL');
    }, 10);`;
  await once(spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' }), 'exit');
  const { text, unreadable } = read(file);
  expect(unreadable).toBe(0);
  // 100 writes take a second. Writes are counted, because a busy machine can delay the process between two of them.
  expect(Number(text.trim().split('\r\n').at(-1))).toBeGreaterThanOrEqual(50);
});
