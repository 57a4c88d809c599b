// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';
import type { Message, MessagePart } from '#session/protocol.ts';
import type { LiveClient, SessionRequest } from '#session/web/client/live-client.ts';
import { LiveClientContext } from '#session/web/live-client-context.ts';

import { rowLayout } from '../../../../../fixtures/page/row-layout.ts';
import { sessionView } from '../../../../../fixtures/page/session-view.ts';
import { saidMessage } from '../../../../../fixtures/spine/said-message.ts';
import type { OpenPermission, OtherServer, TerminalView } from '../../protocol.ts';
import { ChatPane } from './chat-pane.tsx';
import { fileInWords } from './writing/use-completions.ts';

/** The requests to the session, with functions that answer them. */
let asked: { request: SessionRequest; done: () => void; refuse: (problem: object) => void }[] = [];

rowLayout(20);
beforeEach(() => {
  asked = [];
});

const client = {
  status: () => 'live',
  onStatus: () => () => undefined,
  loadOlder: () => Promise.resolve(),
  request: (_session: string, request: SessionRequest) =>
    new Promise<void>((done, refuse) => asked.push({ request, done, refuse })),
} as unknown as LiveClient;

const about = (change: object = {}): MessagePart =>
  ({ id: 'about', type: 'about', standing: 'verified', feeds: ['transcript'], at: 1, ...change }) as MessagePart;
const tool = (id: string, change: object = {}): MessagePart =>
  ({
    id,
    type: 'tool',
    name: 'Bash',
    input: { command: `run ${id}` },
    output: `out ${id}`,
    isError: false,
    isComplete: true,
    ...change,
  }) as MessagePart;
const message = (seq: number, change: Partial<Message> = {}) =>
  saidMessage(seq, { id: `terminal_${seq}`, author: 'assistant', content: '', at: 1, parts: [about()], ...change });

interface Shown {
  readonly messages?: readonly Message[];
  readonly terminal?: Partial<TerminalView>;
  readonly server?: OtherServer;
}

function page({ messages = [], terminal = {}, server }: Shown) {
  const view = sessionView({ mode: 'terminal', messages: [...messages] });
  const whole = { status: 'idle', detail: null, exit: null, permissions: [], ...terminal } as unknown as TerminalView;
  return (
    <ToastProvider>
      <LiveClientContext value={client}>
        <ChatPane
          view={view}
          terminal={whole}
          {...(server && { server })}
          findInTerminal={() => false}
          showTerminal={() => undefined}
        />
      </LiveClientContext>
    </ToastProvider>
  );
}
async function show(shown: Shown) {
  const shownPage = render(page(shown));
  await act(() => Promise.resolve());
  return (next: Shown) => shownPage.rerender(page(next));
}
const permission = (change: Partial<OpenPermission> = {}): OpenPermission => ({
  permissionId: 'p1',
  toolName: 'Bash',
  toolInput: { command: 'npm test' },
  toolUseId: 't1',
  suggestions: ['Do not ask again for npm test'],
  agentId: null,
  at: 1,
  resolved: null,
  ...change,
});

test('consecutive calls are one group with a count, and the one in progress is visible', async () => {
  const running = tool('b', { output: null, isComplete: false });
  await show({
    messages: [message(1, { parts: [tool('a'), running, about()] }), message(2, { parts: [tool('c'), about()] })],
  });
  const group = screen.getByRole('button', { name: /3 tool calls/u });
  expect(screen.getByRole('button', { name: /run b.*running/u })).toBeDefined();
  expect(screen.queryByRole('button', { name: /run a/u })).toBeNull();
  await userEvent.click(group);
  await userEvent.click(screen.getByRole('button', { name: /run c/u }));
  expect(screen.getByText('out c')).toBeDefined();
});

test('the composer shows the settings that Claude Code reports, and says why one was not changed', async () => {
  const usage = { model: 'Sonnet 5', effort: 'high' } as TerminalView['usage'];
  const rerender = await show({ terminal: { usage, permissionMode: 'default' } });
  await userEvent.click(screen.getByRole('button', { name: 'Effort: High' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Low' }));
  expect(asked.map(({ request }) => request)).toEqual([{ type: 'chat_input', content: '/effort low' }]);
  await act(async () => asked[0]?.refuse({ reason: 'dialog', message: 'Not sent: answer first.' }));
  expect(screen.getByRole('alert').textContent).toBe('Not sent: answer first.');
  expect(screen.getByRole('textbox', { name: 'Message Claude Code' })).toHaveProperty('value', '');
  rerender({ terminal: { usage: null, permissionMode: null } });
  expect(screen.queryByRole('button', { name: /^(?:Model|Effort|Permissions):/u })).toBeNull();
});

test('an edit shows its change, and a task list shows its states', async () => {
  const edit = tool('e', { name: 'Edit', input: { file_path: '/a.ts', old_string: 'one\ntwo', new_string: 'one\n2' } });
  const todos = [
    { content: 'Read', status: 'completed' },
    { content: 'Write', status: 'pending' },
  ];
  await show({
    messages: [
      message(1, { parts: [edit, about()] }),
      message(2, { author: 'person', content: 'Go on' }),
      message(3, { parts: [tool('t', { name: 'TodoWrite', input: { todos } }), about()] }),
    ],
  });
  const change = screen.getByRole('figure', { name: 'Change' });
  expect(change.textContent).toContain('-two');
  expect(change.textContent).toContain('+2');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Read, done');
});

test('marks and dividers show the state of a message', async () => {
  await show({
    messages: [
      message(1, { author: 'person', content: 'wait', parts: [about({ queue: 'dropped' })] }),
      message(2, { author: 'notice', content: '', parts: [about({ notice: 'cleared' })] }),
    ],
  });
  expect(screen.getByText(/Dropped/u)).toBeDefined();
  expect(screen.getByRole('note').textContent).toMatch(/cleared here/u);
});

test('Claude is thinking until the first content', async () => {
  const prompt = message(1, { author: 'person', content: 'Why?' });
  const next = await show({ messages: [prompt], terminal: { status: 'thinking' } });
  expect(screen.getByText(/Claude is thinking/u)).toBeDefined();
  next({
    messages: [prompt, message(2, { content: 'Because', status: 'streaming' })],
    terminal: { status: 'thinking' },
  });
  expect(screen.queryByText(/Claude is thinking/u)).toBeNull();
});

test('a permission is answered with the chosen suggestions, and never by Enter in the composer', async () => {
  await show({ terminal: { status: 'needs-permission', permissions: [permission()] } });
  expect(document.activeElement).toBe(document.body);
  await userEvent.type(screen.getByRole('textbox', { name: 'Message Claude Code' }), '{Enter}');
  expect(asked).toEqual([]);
  const card = screen.getByRole('region', { name: /asks to run a command/u });
  expect(card.textContent).toContain('npm test');
  await userEvent.click(within(card).getByRole('checkbox'));
  await userEvent.click(within(card).getByRole('button', { name: 'Allow' }));
  expect(asked.map(({ request }) => request)).toEqual([
    { type: 'answer_permission', permissionId: 'p1', behavior: 'allow', suggestions: [0] },
  ]);
});

test('the composer says that a message will run in the shell', async () => {
  await show({});
  const field = screen.getByRole('textbox', { name: 'Message Claude Code' });
  await userEvent.type(field, 'wow!');
  expect(screen.queryByText(/command of the shell/u)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '!!! important');
  expect(screen.getByText(/command of the shell/u)).toBeDefined();
});

test('a withdrawn permission is answered in the terminal as long as the terminal asks', async () => {
  const permissions = [permission({ resolved: { by: 'nobody', behavior: null } })];
  const next = await show({ terminal: { status: 'needs-permission', permissions } });
  expect(screen.getByText(/withdrawn, answer it in the terminal/iu)).toBeDefined();
  next({ terminal: { status: 'idle', permissions } });
  expect(screen.getByText(/withdrawn, answered by nobody/iu)).toBeDefined();
});

test('questions are answered once all have a choice or other words', async () => {
  const options = [
    { label: 'Red', description: 'warm' },
    { label: 'Blue', description: 'cool' },
  ];
  const questions = [
    { question: 'Which colours?', multiSelect: true, options },
    { question: 'Which size?', multiSelect: false, options: [{ label: 'Small', description: '' }] },
  ];
  await show({
    terminal: { permissions: [permission({ toolName: 'AskUserQuestion', toolInput: { questions }, suggestions: [] })] },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: /Red/u }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Blue/u }));
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(screen.getByRole('alert').textContent).toMatch(/every question/u);
  await userEvent.click(screen.getByRole('radio', { name: 'Other' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Other: Which size?' }), 'huge');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(asked[0]?.request).toMatchObject({ answers: { 'Which colours?': 'Red, Blue', 'Which size?': 'huge' } });
});

test('a draft in the terminal is shown first, and both texts are sent or neither', async () => {
  await show({});
  await userEvent.type(screen.getByRole('textbox', { name: 'Message Claude Code' }), 'Go on{Enter}');
  expect(asked[0]?.request).toEqual({ type: 'chat_input', content: 'Go on' });
  await act(async () =>
    asked[0]?.refuse({ kind: 'refused', message: 'A draft.', reason: 'draft', field: 'half a thou' }),
  );
  expect(screen.getByText('half a thou')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send both' }));
  expect(asked[1]?.request).toEqual({ type: 'chat_input', content: 'Go on', withDraft: 'half a thou' });
});

test('a message that was not typed stays in the composer, which says why', async () => {
  await show({});
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Claude Code' });
  const refuse = (index: number, reason: string, message: string) =>
    act(async () => asked[index]?.refuse({ kind: 'refused', message, reason }));
  await userEvent.type(field, 'Go on{Enter}');
  expect(field.value).toBe('');
  await refuse(0, 'shell', 'Not sent: it is in shell mode.');
  expect(field.value).toBe('Go on');
  expect(screen.getByRole('alert').textContent).toBe('Not sent: it is in shell mode.');
  expect(document.querySelectorAll('[data-input]')).toHaveLength(0);
  await userEvent.type(field, '{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(field, 'more');
  await refuse(1, 'suspended', 'Not sent: it is suspended.');
  expect(field.value).toBe('more');
  expect(document.querySelector('[data-input="refused"]')?.textContent).toContain('Go on');
});

test('an unconfirmed input survives a reload, and disappears once it is confirmed', async () => {
  const { unmount } = render(page({}));
  await act(() => Promise.resolve());
  await userEvent.type(screen.getByRole('textbox', { name: 'Message Claude Code' }), 'Go on{Enter}');
  unmount();
  const next = await show({});
  expect(screen.getByText('Go on')).toBeDefined();
  expect(screen.getByText('Typed in the terminal')).toBeDefined();
  next({ messages: [message(5, { author: 'person', content: 'Go on' })] });
  expect(screen.getAllByText('Go on')).toHaveLength(1);
  cleanup();
  await show({});
  expect(screen.queryByText('Go on')).toBeNull();
});

test('a command that the terminal has taken is not typed twice', async () => {
  const taken = { id: 'i1', content: '/cost', state: 'unconfirmed', words: '', after: 0, since: 0 };
  localStorage.setItem('warren.chat-input.s1.i1', JSON.stringify(taken));
  await show({});
  expect(screen.queryByRole('button', { name: /Send/u })).toBe(screen.getByRole('button', { name: 'Send' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByText('/cost')).toBeNull();
  expect(asked).toEqual([]);
});

test('a call that waits for a permission shows its change only in the question', async () => {
  const input = { file_path: '/home/me/a.ts', old_string: 'one', new_string: 'two' };
  const edit = tool('t1', { name: 'Edit', input, output: null, isComplete: false });
  await show({
    messages: [message(1, { parts: [edit, about()] })],
    terminal: {
      status: 'needs-permission',
      folder: '/home/me',
      permissions: [permission({ toolName: 'Edit', toolInput: input })],
    },
  });
  expect(screen.getAllByRole('figure', { name: 'Change' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: /Edit a\.ts.*waits for you/u })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Claude Code asks to edit a.ts' })).toBeDefined();
});

test('Escape interrupts a running turn, and nothing else', async () => {
  const next = await show({});
  await userEvent.type(screen.getByRole('textbox', { name: 'Message Claude Code' }), '{Escape}');
  expect(asked).toEqual([]);
  next({ terminal: { status: 'running-a-tool' } });
  await userEvent.keyboard('{Escape}');
  expect(asked.map(({ request }) => request)).toEqual([{ type: 'interrupt' }]);
});

test('thinking is folded above the words, and the end of a task is between the messages', async () => {
  const thinking = { id: 'thinking', type: 'thinking', text: 'A thought.', duration: 7_200 } as MessagePart;
  await show({
    messages: [
      message(1, { content: 'Said.', parts: [thinking, about()] }),
      message(2, {
        author: 'notice',
        content: 'The task “build” has ended',
        parts: [about({ notice: 'task-done', output: 'exit code 0' })],
      }),
    ],
  });
  const thought = screen.getByText('Thought for 7 s');
  expect(thought.closest('details')?.open).toBe(false);
  expect(thought.compareDocumentPosition(screen.getByText('Said.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const divider = screen.getByText('The task “build” has ended').closest('[role=note]') as HTMLElement;
  expect(within(divider).getByText('Show the result').closest('details')?.open).toBe(false);
  expect(screen.getAllByText('exit code 0')).toHaveLength(1);
});

test('a file that is dropped beside the chat does not replace the page', async () => {
  await show({});
  for (const [types, isTaken] of [
    [['Files'], true],
    [['text/plain'], false],
  ] as const) {
    const event = Object.assign(new Event('dragover', { bubbles: true, cancelable: true }), {
      dataTransfer: { types },
    });
    document.body.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(isTaken);
  }
});

test.each([
  ['notes.md', '@notes.md'],
  ['my notes.md', '@"my notes.md"'],
  ['a\tb', '@"a\tb"'],
])('the file %s is named as Claude Code reads it', (file, words) => {
  expect(fileInWords(file)).toBe(words);
});

test('a chat on another server is read-only, and says where its images are while that server is down', async () => {
  const shown = {
    messages: [message(1, { parts: [about({ images: ['u/0'] })] })],
    terminal: { status: 'needs-permission', permissions: [permission()] },
  } as const;
  const rerender = await show({ ...shown, server: { name: 'east', isAlive: true } });
  expect(screen.getByText('Claude Code waits for an answer. Go on at east to give it.')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Image of the message' })).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  rerender({ ...shown, server: { name: 'east', isAlive: false } });
  expect(screen.getByText('Image of the message: on the server east, which does not run')).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
  rerender(shown);
  expect(screen.getByRole('button', { name: 'Allow' })).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Message Claude Code' })).toBeDefined();
});
