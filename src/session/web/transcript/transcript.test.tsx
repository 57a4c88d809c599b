// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { rowLayout } from '../../../../fixtures/page/row-layout.ts';
import { sessionView } from '../../../../fixtures/page/session-view.ts';
import { saidMessage } from '../../../../fixtures/spine/said-message.ts';
import type { Message, SessionState } from '../../protocol.ts';
import type { OpenSession } from '../mode-screen.ts';
import { rowsOf } from './rows/rows.ts';
import { Transcript } from './transcript.tsx';

const NOON = new Date('2026-11-22T12:00:00').getTime();
const DAY_MS = 86_400_000;

rowLayout(10);

const message = (seq: number, change: Partial<Message> = {}) =>
  saidMessage(seq, {
    author: seq % 2 === 1 ? 'assistant' : 'person',
    content: `Message ${seq}`,
    at: NOON + seq,
    ...change,
  });

function viewOf(
  messages: Message[],
  change: Partial<OpenSession> = {},
  state: Partial<SessionState> = {},
): OpenSession {
  return sessionView({ startedAt: NOON, updatedAt: NOON, messages, ...state }, change);
}

const nothing = () => undefined;
const noMore = () => Promise.resolve();

function element(view: OpenSession, change: Partial<Parameters<typeof Transcript>[0]> = {}) {
  return (
    <Transcript view={view} isConnected onRetry={nothing} onEditAgain={nothing} onLoadOlder={noMore} {...change} />
  );
}

/** Renders, and waits until the resize observers have reported. */
async function show(shown: ReactElement) {
  const result = render(shown);
  await act(async () => {});
  return {
    ...result,
    showNext: async (next: ReactElement) => {
      result.rerender(next);
      await act(async () => {});
    },
  };
}

const found = (id: string) => document.querySelector<HTMLElement>(`[data-message-id=${id}]`)!;

test('the conversation is a log that screen readers do not read while it streams', async () => {
  await show(element(viewOf([message(1), message(2)])));
  const log = screen.getByRole('log', { name: 'Conversation' });
  expect(log.getAttribute('aria-live')).toBe('off');
  expect(within(log).getByText('Message 1')).toBeDefined();
  expect(found('m2').dataset).toMatchObject({ author: 'person', status: 'complete' });
});

test('a complete reply is announced once, and earlier replies are not', async () => {
  const first = viewOf([message(1)]);
  const { showNext, container } = await show(element(first));
  const live = container.querySelector('[aria-live=polite]')!;
  expect(live.textContent).toBe('');
  const reply = message(3, { content: '', status: 'streaming' });
  await showNext(
    element(viewOf([message(1), message(2), reply], { streaming: { messageId: 'm3', text: 'Right, and' } })),
  );
  expect(live.textContent).toBe('');
  expect(found('m3').textContent).toContain('Right, and');
  await showNext(element(viewOf([message(1), message(2), message(3, { content: 'Right, and why?' })])));
  expect(live.textContent).toBe('Right, and why?');
});

test('a waiting reply shows why and for how long, until its text arrives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reply = message(3, { content: '', status: 'streaming' });
  const streaming = { messageId: 'm3', text: '' };
  const wait = { retryInMs: 2_400, reason: 'Anthropic is overloaded.' };
  const { showNext } = await show(element(viewOf([reply], { streaming: { ...streaming, wait } })));
  const seen = () => screen.queryByRole('status')?.textContent;
  expect(seen()).toContain('Anthropic is overloaded. ');
  expect(seen()).toContain('Trying again in 3 s.');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(seen()).toContain('Trying again in 1 s.');
  await showNext(element(viewOf([reply], { streaming: { ...streaming, wait: { ...wait, retryInMs: 8_000 } } })));
  expect(seen()).toContain('Trying again in 8 s.');
  await showNext(element(viewOf([reply], { streaming: { ...streaming, text: 'Right' } })));
  expect(seen()).toBeUndefined();
  vi.useRealTimers();
});

test('only the last interrupted reply can be retried, and not during another turn', async () => {
  const cut = (seq: number) => message(seq, { status: 'interrupted', reason: 'stopped', content: 'So' });
  const onRetry = vi.fn<() => void>();
  const messages = [cut(1), message(2), cut(3)];
  const { showNext } = await show(element(viewOf(messages), { onRetry }));
  expect(found('m1').textContent).toContain('You stopped this reply.');
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
  await userEvent.click(within(found('m3')).getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  await showNext(
    element(viewOf(messages, {}, { turn: { messageId: 'm2', thread: 'trunk', mode: 'recall', replyId: null } }), {
      onRetry,
    }),
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a reply that failed says why and what to do', async () => {
  const problem = { message: 'The model did not answer.', remedy: 'Try again.' };
  await show(element(viewOf([message(1, { status: 'interrupted', reason: 'failed', content: '', problem })])));
  expect(found('m1').textContent).toContain('The model did not answer. Try again.');
});

test('an unsent message says so, and a refused one gives its text back', async () => {
  const waiting = { id: 'p1', content: 'on its way', isRequest: false, status: 'waiting' } as const;
  const refused = {
    id: 'p2',
    content: 'too much',
    isRequest: false,
    status: 'refused',
    problem: 'This is too long.',
  } as const;
  const onEditAgain = vi.fn<(messageId: string, isRequest: boolean) => void>();
  const view = viewOf([message(1)], { pending: [waiting, refused] });
  const { showNext } = await show(element(view, { onEditAgain }));
  expect(found('p1').textContent).toContain('Sending');
  expect(found('p2').textContent).toContain('This is too long.');
  await userEvent.click(screen.getByRole('button', { name: 'Edit again' }));
  expect(onEditAgain).toHaveBeenCalledWith('p2', false);
  await showNext(element(view, { onEditAgain, isConnected: false }));
  expect(found('p1').textContent).toContain('Waiting for the connection');
});

test('a stored message is not shown as pending too', () => {
  const view = viewOf([message(1), message(2)], {
    pending: [{ id: 'm2', content: 'Message 2', isRequest: false, status: 'waiting' }],
  });
  expect(rowsOf(view).map(({ id }) => id)).toEqual(['m1', 'm2']);
});

test('days are marked in a conversation of several days', () => {
  const oneDay = viewOf([message(1), message(2)]);
  expect(rowsOf(oneDay).map((row) => row.kind === 'message' && row.day)).toEqual([null, null]);
  const twoDays = viewOf([message(1, { at: NOON - DAY_MS }), message(2), message(3)]);
  expect(rowsOf(twoDays).map((row) => row.kind === 'message' && row.day)).toEqual([
    'Saturday 21 November',
    'Sunday 22 November',
    null,
  ]);
});

test('text without Markdown is rendered as paragraphs at once; messages of the person are never Markdown', async () => {
  await show(element(viewOf([message(1, { content: 'One.\n\nTwo.' }), message(2, { content: '**not bold**' })])));
  expect([...found('m1').querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual(['One.', 'Two.']);
  expect(found('m2').textContent).toContain('**not bold**');
});

test('formulas in messages of the person are set, and money is not', async () => {
  await show(element(viewOf([message(2, { content: 'Is it $x^2$ for $5 and $6?' })])));
  await expect.poll(() => found('m2').querySelectorAll('annotation')).toHaveLength(1);
  expect(found('m2').textContent).toContain('for $5 and $6?');
});

test('Markdown is rendered without images, raw HTML or links to anything but the web', async () => {
  const content =
    '**bold** ![x](https://example.com/a.png) <img src="https://example.com/b.png"> [ok](https://example.com) [bad](javascript:alert(1))';
  await show(element(viewOf([message(1, { content })])));
  const bold = await screen.findByText('bold', { selector: '.markdown *' });
  const reply = bold.closest<HTMLElement>('.markdown')!;
  expect(reply.querySelector('img')).toBeNull();
  expect([...reply.querySelectorAll('a')].map((link) => [link.href, link.rel])).toEqual([
    ['https://example.com/', 'noopener noreferrer'],
  ]);
});

test('of ten thousand messages only those near the screen are rendered', async () => {
  const messages = Array.from({ length: 10_000 }, (_, index) => message(index + 1));
  await show(element(viewOf(messages)));
  expect(document.querySelectorAll('[data-message-id]').length).toBeLessThan(200);
});

test('the mode renders the parts of a message, also while the reply is still coming', async () => {
  const renderPart = ({ id, type }: { id: string; type: string }) => `${type} ${id}`;
  const source = { id: 'p1', type: 'source' };
  const cited = message(1, { parts: [source] });
  const reply = message(3, { content: '', status: 'streaming' });
  const streaming = { messageId: 'm3', text: '', parts: [source, { id: 'p2', type: 'tool' }] };
  await show(element(viewOf([cited, message(2), reply], { streaming }), { renderPart }));
  const items = (id: string) => [...found(id).querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(items('m1')).toEqual(['source p1']);
  expect(items('m3')).toEqual(['source p1', 'tool p2']);
});

test('Tab stops only at the last message, and arrow keys move to others and to the buttons of each', async () => {
  const user = userEvent.setup();
  await show(element(viewOf([message(1), message(2), message(3)])));
  const buttons = (id: string) => [...found(id).querySelectorAll('button')];
  expect(['m1', 'm2', 'm3'].flatMap(buttons).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1]);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('log'));
  await user.tab();
  expect(document.activeElement).toBe(found('m3'));
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(found('m2'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(buttons('m2')[0]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(found('m2'));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(buttons('m2')[0]);
  await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(found('m1'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(buttons('m1')[0]);
});
