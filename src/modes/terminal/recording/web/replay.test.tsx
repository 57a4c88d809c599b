// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { eventLine, headerLine, type RecordingEvent, type ScreenSize } from '../domain/asciicast.ts';
import type { OpenScreen } from './replay-screen.ts';
import { Replay, type ReplayProps } from './replay.tsx';
import { fontSizeFor } from './xterm-screen.ts';

const HEADER = headerLine({ columns: 80, rows: 24 });
const out = (atMs: number, text: string): RecordingEvent => ({ kind: 'output', atMs, text });
const EVENTS: readonly RecordingEvent[] = [
  out(500, 'one '),
  out(1_000, 'two '),
  { kind: 'marker', atMs: 61_000, label: 'Output is missing here: the disk was full' },
  out(61_000, 'three '),
  { kind: 'resize', atMs: 61_500, columns: 100, rows: 30 },
  out(62_000, 'four'),
];

/** A screen that stores the text it shows. */
function textScreen() {
  const shown = { text: '', size: undefined as ScreenSize | undefined, isDisposed: false };
  const openScreen: OpenScreen = (_element, size) => {
    shown.size = size;
    return Promise.resolve({
      write: (text) => {
        shown.text += text;
        return Promise.resolve();
      },
      resize: ({ columns, rows }) => {
        shown.size = { columns, rows };
      },
      reset: (first) => {
        shown.text = '';
        shown.size = { columns: first.columns, rows: first.rows };
        return Promise.resolve();
      },
      dispose: () => {
        shown.isDisposed = true;
      },
    });
  };
  return { shown, openScreen };
}

/** Answers every fetch with these pieces. Without `hasEnd`, the response stays open. */
function answerWith(pieces: readonly string[], { status = 200, hasEnd = true } = {}) {
  const fetched = vi.fn((_url: string) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (hasEnd) controller.close();
      },
    });
    return Promise.resolve(new Response(body, { status }));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function show(props: Partial<ReplayProps> = {}) {
  const { shown, openScreen } = textScreen();
  const view = render(
    <Replay url="/api/recording" title="Fix the test" fileName="fix.cast" openScreen={openScreen} {...props} />,
  );
  return { shown, view };
}

const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Place in the recording' });
const place = async () => (await slider()).getAttribute('aria-valuetext');

test('a recording shows its end, and plays from its beginning, with idle time skipped', async () => {
  answerWith([HEADER, EVENTS.map(eventLine).join('')]);
  const { shown } = show();
  await waitFor(() => expect(shown.text).toBe('one two three four'));
  expect(await place()).toBe('0:03 of 0:03');
  expect(await screen.findByText(/0:59 idle skipped/)).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '8×');
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(shown.size).toEqual({ columns: 80, rows: 24 }));
  await waitFor(() => expect(shown.text).toBe('one two three four'));
  expect(shown.size).toEqual({ columns: 100, rows: 30 });
  expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined();
  expect(await place()).toBe('0:03 of 0:03');
});

test('a recording starts at the second given by a link', async () => {
  answerWith([HEADER, EVENTS.map(eventLine).join('')]);
  const { shown } = show({ startMs: 1_000 });
  await waitFor(() => expect(shown.text).toBe('one two '));
});

test('the timeline works with keys, and going back draws from the start', async () => {
  answerWith([HEADER, EVENTS.map(eventLine).join('')]);
  const { shown } = show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Skip idle' }));
  (await slider()).focus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  expect(await place()).toBe('0:05 of 1:02');
  await waitFor(() => expect(shown.text).toBe('one two '));
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(shown.text).toBe('one two three four'));
  await userEvent.keyboard('{ArrowLeft}{PageDown}');
  await waitFor(() => expect(shown.text).toBe('one two '));
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(shown.text).toBe(''));
  expect(shown.size).toEqual({ columns: 80, rows: 24 });
  await userEvent.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
});

test('a marker leads to its place', async () => {
  answerWith([HEADER, EVENTS.map(eventLine).join('')]);
  const { shown } = show();
  await userEvent.click(await screen.findByRole('button', { name: '0:02 Output is missing here: the disk was full' }));
  await waitFor(() => expect(shown.text).toBe('one two three '));
});

test('a recording is shown while it is still loading, in pieces of any size', async () => {
  const content = HEADER + EVENTS.map(eventLine).join('');
  answerWith([content.slice(0, 30), content.slice(30, 90), content.slice(90, 130)], { hasEnd: false });
  show();
  await slider();
  expect(await screen.findByText(/loading/)).toBeDefined();
});

test('a missing recording is reported, and a retry fetches it again', async () => {
  const fetched = answerWith(['{}'], { status: 404 });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('This recording is gone.');
  answerWith([HEADER]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing was shown in this session.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a reason from the server and a file that is no recording are shown as problems', async () => {
  answerWith(['{"kind":"forbidden","message":"Only its owner may see it."}'], { status: 403 });
  const { view } = show();
  expect(await screen.findByText('Only its owner may see it.')).toBeDefined();
  view.unmount();
  answerWith(['hello\n']);
  show();
  expect(await screen.findByText(/cannot be read/)).toBeDefined();
});

test('a recording can be downloaded, and deleted where the page allows it', async () => {
  answerWith([HEADER]);
  const onDelete = vi.fn();
  const { view } = show({ onDelete });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Download' });
  expect([link.getAttribute('href'), link.download]).toEqual(['/api/recording', 'fix.cast']);
  await userEvent.click(screen.getByRole('button', { name: 'Delete recording' }));
  expect(onDelete).toHaveBeenCalledOnce();
  view.unmount();
  show();
  await slider();
  expect(screen.queryByRole('button', { name: 'Delete recording' })).toBeNull();
});

test('leaving the page closes the screen', async () => {
  answerWith([HEADER]);
  const { shown, view } = show();
  await waitFor(() => expect(shown.size).toBeDefined());
  view.unmount();
  await waitFor(() => expect(shown.isDisposed).toBe(true));
});

test('the font is as large as the columns allow', () => {
  expect([fontSizeFor(2_000, 80), fontSizeFor(600, 80), fontSizeFor(620, 80), fontSizeFor(100, 200)]).toEqual([
    14, 12.5, 12.5, 10,
  ]);
});
