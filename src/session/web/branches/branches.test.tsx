// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { sessionView } from '../../../../fixtures/page/session-view.ts';
import type { Message, SessionState } from '../../protocol.ts';
import type { SessionRequest } from '../client/live-client.ts';
import { NothingInside } from '../inner/inner-session.tsx';
import type { OpenSession } from '../mode-screen.ts';
import { MessageRow } from '../transcript/rows/message-row.tsx';
import type { Ask } from '../use-requests.ts';
import { BranchesProvider } from './branches-provider.tsx';

/** The requests to the session, each with a function that answers it. */
let asked: { request: SessionRequest; end: (isDone: boolean) => void }[] = [];
beforeEach(() => {
  asked = [];
});

const ask: Ask = (request, onEnd) => void asked.push({ request, end: (isDone) => onEnd?.(isDone) });

function message(id: string, change: Partial<Message> = {}): Message {
  return { id, thread: 'trunk', author: 'person', content: `said ${id}`, seq: 2, at: 1, status: 'complete', ...change };
}

function show(
  messages: readonly Message[],
  { mayEdit = true, ...change }: Partial<SessionState> & { mayEdit?: boolean } = {},
) {
  const view: OpenSession = sessionView({ head: 9, mode: 'echo', messages: [...messages], ...change });
  const loadOlder = () => Promise.resolve();
  const rest = {
    day: null,
    isLast: false,
    streamingText: null,
    streamingParts: undefined,
    renderPart: undefined,
    inlineParts: undefined,
    wait: null,
    onward: null,
    onOnward: () => undefined,
    newAgent: null,
    marks: undefined,
    isContinued: false,
    shares: null,
    aside: null,
    beside: null,
  } as const;
  return render(
    <NothingInside host={{ view, isAsking: false, loadOlder, goTo: () => undefined }}>
      <BranchesProvider view={view} loadOlder={loadOlder} ask={mayEdit ? ask : undefined}>
        {messages
          .filter(({ thread }) => thread === 'trunk')
          .map((each) => (
            <MessageRow key={each.id} {...rest} message={each} />
          ))}
      </BranchesProvider>
    </NothingInside>,
  );
}

const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' });

test('Enter sends the edited words again, and the editor stays until that is done', async () => {
  const user = userEvent.setup();
  show([message('m1')]);
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  expect(document.activeElement).toBe(editor());
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(asked).toEqual([]);
  await user.keyboard(' and more{Shift>}{Enter}{/Shift}on two lines{Enter}');
  expect(asked.map(({ request }) => request)).toEqual([
    { type: 'edit_message', messageId: 'm1', content: 'said m1 and more\non two lines' },
  ]);
  expect(editor()?.readOnly).toBe(true);
  asked[0]?.end(true);
  await expect.poll(editor).toBeNull();
});

test('the text of a refused edit stays in the editor', async () => {
  const user = userEvent.setup();
  show([message('m1')]);
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  await user.keyboard('!{Enter}');
  asked[0]?.end(false);
  await expect.poll(() => editor()?.readOnly).toBe(false);
  expect(editor()?.value).toBe('said m1!');
});

test('Escape closes the editor, and the message takes the focus', async () => {
  const user = userEvent.setup();
  show([message('m1')]);
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  await user.keyboard(' changed{Escape}');
  expect(editor()).toBeNull();
  expect(screen.getByText('said m1')).toBeTruthy();
  expect(asked).toEqual([]);
  expect(document.activeElement?.getAttribute('data-message-id')).toBe('m1');
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  expect(editor()?.value, 'the change is kept').toBe('said m1 changed');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  expect(editor()?.value, 'Cancel drops it').toBe('said m1');
});

test('only the person’s own words can be edited, and only in an open session of a mode that allows it', () => {
  const button = () => screen.queryByRole('button', { name: 'Edit message' });
  show([message('m1', { author: 'assistant' })]);
  expect(button()).toBeNull();
  cleanup();
  show([message('m1')], { status: 'complete' });
  expect(button()).toBeNull();
  cleanup();
  show([message('m1')], { mayEdit: false });
  expect(button()).toBeNull();
});

test('the line of an earlier version opens it to read, also where nothing can be edited', async () => {
  const user = userEvent.setup();
  const earlier = { thread: 'branch-1', fromSeq: 2, answers: 3 };
  const branch = { thread: 'branch-1', content: 'said before' };
  show([message('old', branch), message('new', { earlier })], { mayEdit: false });
  await user.click(screen.getByRole('button', { name: 'An earlier version, with its 3 answers' }));
  const dialog = within(screen.getByRole('dialog', { name: 'An earlier version' }));
  expect(dialog.getByRole('log')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
