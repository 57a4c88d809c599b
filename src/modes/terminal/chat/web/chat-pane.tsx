import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';

import { Button } from '#elements/web/button.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import type { Message } from '#session/protocol.ts';
import { Composer, type ComposerHandle } from '#session/web/composer/composer.tsx';
import { readMessageDraft } from '#session/web/composer/draft.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { SelectionBar } from '#session/web/selection/selection-bar.tsx';
import { useSelectedWords } from '#session/web/selection/use-selected-words.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import type { GoTo } from '#session/web/transcript/use-go-to.ts';
import { useRequests } from '#session/web/use-requests.ts';
import { useConnectionStatus } from '#session/web/use-session.ts';

import type { OpenPermission, OtherServer, TerminalStatus, TerminalView } from '../../protocol.ts';
import { messageInRows } from '../domain/shown/first-words.ts';
import { ShownMessages } from '../domain/shown/shown-messages.ts';
import { AsksInTerminal, AsksOnServer, PermissionCard, ResolvedPermission } from './asking/permission-card.tsx';
import { ChatContext, type ChatControls, type RangeEnd } from './chat-context.ts';
import { renderChatNotice, renderChatPart, thoughtsOf } from './messages/render-message.tsx';
import { ThinkingLine } from './messages/thinking-line.tsx';
import { RangeBar } from './range/range-bar.tsx';
import { SessionSettings } from './writing/session-settings.tsx';
import { type NotTypedReason, useChatInputs } from './writing/use-chat-inputs.ts';
import { useCompletions } from './writing/use-completions.ts';
import { useDroppedFiles } from './writing/use-dropped-files.ts';
import { WaitingInput } from './writing/waiting-input.tsx';

export interface ChatPaneHandle {
  readonly focus: () => void;
  /** Inserts words into the composer. */
  readonly insert: (words: string) => void;
  /** Sends a message as if it had been written in the composer. */
  readonly say: (content: string) => void;
}

/** Rows of the terminal; the chat scrolls to the message in them. A new object scrolls again. */
export interface TerminalPlace {
  readonly rows: readonly string[];
}

interface ChatPaneProps {
  readonly view: OpenSession;
  readonly terminal: TerminalView;
  /** The other server that runs the terminal; the chat is then read-only. */
  readonly server?: OtherServer | null;
  readonly findInTerminal: ChatControls['findInTerminal'];
  readonly showTerminal: () => void;
  readonly place?: TerminalPlace | null;
  /** The message to show first. */
  readonly messageId?: string | null;
  readonly ref?: Ref<ChatPaneHandle>;
}

/** Statuses of a running turn, which Escape interrupts. */
const WORKING: readonly TerminalStatus[] = ['thinking', 'running-a-tool', 'retrying', 'compacting'];
/** Statuses in which the person has to answer, in the chat or only in the terminal. */
const ASKING: readonly TerminalStatus[] = ['set-up', 'waiting-for-trust', 'needs-permission', 'asks-a-question'];
const FOR_SHELL = 'A message that begins with ! is run as a command of the shell.';
const NO_ACTIONS: readonly never[] = [];
const KEYS: readonly PageKey[] = [
  { keys: 'Enter', does: 'send' },
  { keys: 'Shift-Enter', does: 'begin a new line' },
  { keys: 'Escape', does: 'interrupt what is under way' },
  { keys: '/ @', does: 'offer commands, files' },
];

/** Whether the answer belongs to the latest turn. It is shown until the person writes something else. */
function isOfTurn({ at }: OpenPermission, messages: readonly Message[]): boolean {
  return (messages.findLast(({ author }) => author === 'person')?.at ?? 0) <= at;
}

/** The chat of a terminal: the same session as messages. Messages written here are typed into the terminal. */
export function ChatPane({
  view,
  terminal,
  server = null,
  findInTerminal,
  showTerminal,
  place = null,
  messageId = null,
  ref,
}: ChatPaneProps) {
  const { state } = view;
  const { session } = state;
  const client = useLiveClient();
  const ask = useRequests(session);
  const isConnected = useConnectionStatus() === 'live';
  const composer = useRef<ComposerHandle>(null);
  usePageKeys(KEYS);

  const [shown] = useState(() => ({ latest: new ShownMessages(), older: new ShownMessages() }));
  const messages = useMemo(() => shown.latest.of(state.messages), [shown, state.messages]);
  const older = useMemo(() => shown.older.of(view.older), [shown, view.older]);
  const chatView = useMemo<OpenSession>(
    () => ({ ...view, state: { ...state, messages: [...messages] }, older, pending: [] }),
    [view, state, messages, older],
  );
  const [reached, setReached] = useState<TerminalPlace | null>(null);
  const [goTo, setGoTo] = useState<GoTo | null>(() => (messageId === null ? null : { messageId }));
  if (place !== reached) {
    setReached(place);
    const shownThere = place && messageInRows(place.rows, [...older, ...messages]);
    if (shownThere !== null) setGoTo({ messageId: shownThere });
  }
  const [notTyped, setNotTyped] = useState<NotTypedReason | null>(null);
  const { inputs, send, sendAgain, drop } = useChatInputs(session, {
    said: state.messages,
    hasEnded: terminal.exit !== null,
    onNotTyped(content, why) {
      setNotTyped(why);
      // Do not change a text that the person is writing meanwhile.
      if (readMessageDraft(session) !== '') return false;
      composer.current?.insert(content);
      return composer.current !== null;
    },
  });
  const say = (content: string) => {
    setNotTyped(null);
    send(content);
  };
  useImperativeHandle(ref, () => ({
    focus: () => composer.current?.focus(),
    insert(words) {
      composer.current?.insert(`${words} `);
      composer.current?.focus();
    },
    say,
  }));
  const [hasKeys] = useState(() => matchMedia('(pointer: fine)').matches);
  const completions = useCompletions(session);
  const files = useDroppedFiles(session, composer);
  const [rangeFrom, setRangeFrom] = useState<RangeEnd | null>(null);
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);
  const isNotYetHere =
    messageId !== null && view.hasOlder && ![...older, ...messages].some(({ id }) => id === messageId);
  useEffect(() => {
    if (isNotYetHere) void loadOlder();
    // Depends on `view.older`, because each loaded page may still lack the message.
  }, [isNotYetHere, view.older, loadOlder]);

  const isWorking = server === null && WORKING.includes(terminal.status);
  // An on-screen keyboard would cover the messages.
  const focusComposer = () => hasKeys && composer.current?.focus();
  const interrupt = () => ask({ type: 'interrupt' });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (rangeFrom !== null) {
      event.preventDefault();
      setRangeFrom(null);
      composer.current?.focus();
      return;
    }
    if (!isWorking) return;
    event.preventDefault();
    interrupt();
  };
  const permissions = terminal.permissions ?? [];
  const open = permissions.filter(({ resolved }) => resolved === null);
  const waiting = server === null ? open : [];
  const answered = permissions.find(({ resolved }) => resolved !== null);
  const latest = messages.at(-1);
  const { folder, status } = terminal;
  const asks = ASKING.includes(status) || open.length > 0;
  const asksElsewhere = server === null && ASKING.includes(status) && waiting.length === 0;
  const liveMessage = isWorking || waiting.length > 0 ? (latest?.id ?? null) : null;
  const waitingCalls = useMemo(
    () =>
      (terminal.permissions ?? []).flatMap(({ resolved, toolUseId }) =>
        resolved === null && toolUseId !== null ? [toolUseId] : [],
      ),
    [terminal.permissions],
  );
  const controls = useMemo<ChatControls>(
    () => ({
      session,
      folder,
      server,
      findInTerminal,
      liveMessage,
      waitingCalls,
      range: { from: rangeFrom, choose: setRangeFrom },
    }),
    [session, folder, server, findInTerminal, liveMessage, waitingCalls, rangeFrom],
  );
  return (
    <ChatContext value={controls}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape anywhere in the chat interrupts */}
      <div
        data-chat={session}
        onPaste={files.onPaste}
        onKeyDown={onKeyDown}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-paper [&_[data-message-id]:has([data-abandoned])]:opacity-60"
      >
        <Transcript
          view={chatView}
          label="Chat with Claude Code"
          isConnected={isConnected}
          onLoadOlder={loadOlder}
          goTo={goTo}
          renderPart={renderChatPart}
          renderNotice={renderChatNotice}
          aboutOf={thoughtsOf}
          end={
            <>
              {messages.length === 0 && inputs.length === 0 && (
                <p className="mx-auto w-full max-w-[720px] px-4 pb-6 text-ink-soft wide:px-6">
                  {server === null
                    ? 'This chat and the terminal are the same session. What is said in either appears in both.'
                    : 'Nothing was said here yet.'}
                </p>
              )}
              {inputs.map((input) => (
                <WaitingInput
                  key={input.id}
                  input={input}
                  isConnected={isConnected}
                  onAgain={(withDraft) => sendAgain(input, withDraft)}
                  onEdit={() => composer.current?.restore(drop(input))}
                  onRemove={() => {
                    drop(input);
                    focusComposer();
                  }}
                  onTerminal={showTerminal}
                  onEscape={interrupt}
                />
              ))}
              {isWorking && <ThinkingLine latest={latest} terminal={terminal} />}
              {answered && isOfTurn(answered, messages) && (
                <ResolvedPermission permission={answered} isAsked={asksElsewhere} />
              )}
              {/* On a phone, a waiting prompt stays within reach of the thumb while the chat scrolls. */}
              <div className="max-wide:sticky max-wide:bottom-0 max-wide:max-h-[calc(var(--seen-height,100dvh)*0.55)] max-wide:overflow-y-auto">
                {waiting.map((permission) => (
                  <PermissionCard
                    key={permission.permissionId}
                    permission={permission}
                    ask={ask}
                    onAnswered={focusComposer}
                  />
                ))}
              </div>
              {server !== null && asks && <AsksOnServer server={server} />}
              {asksElsewhere && (
                <AsksInTerminal
                  onTerminal={showTerminal}
                  onEscape={status === 'asks-a-question' ? interrupt : undefined}
                />
              )}
            </>
          }
        />
        <SelectedInChat session={session} />
        {rangeFrom !== null && <RangeBar from={rangeFrom} lastId={messages.at(-1)?.id} />}
        {server === null && (
          <div>
            <Composer
              ref={composer}
              draft={session}
              label="Message Claude Code"
              placeholder={terminal.exit ? 'The terminal has ended. Start it again to write.' : 'Message Claude Code'}
              {...(hasKeys && { note: 'Enter sends, Escape interrupts, F2 shows the terminal' })}
              actions={NO_ACTIONS}
              isAnswering={isWorking}
              sendLook={waiting.length > 0 || asksElsewhere ? 'outlined' : 'primary'}
              mentions={completions}
              {...(terminal.exit === null && {
                tool: <SessionSettings session={session} terminal={terminal} onRefused={setNotTyped} />,
              })}
              status={(text) => (
                <>
                  {notTyped !== null && (
                    <NotTyped
                      why={notTyped}
                      onTerminal={showTerminal}
                      onEscape={interrupt}
                      onDone={() => {
                        setNotTyped(null);
                        focusComposer();
                      }}
                    />
                  )}
                  <output className="block text-xs text-ink-faint">
                    {files.sending > 0 ? 'Uploading' : text.startsWith('!') && FOR_SHELL}
                  </output>
                </>
              )}
              onSay={say}
              onStop={interrupt}
            />
          </div>
        )}
      </div>
    </ChatContext>
  );
}

interface NotTypedProps {
  readonly why: NotTypedReason;
  readonly onTerminal: () => void;
  readonly onEscape: () => void;
  readonly onDone: () => void;
}

/** Says why the text was not sent, and offers a way to free the input box. */
function NotTyped({ why: { reason, words }, onTerminal, onEscape, onDone }: NotTypedProps) {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-2 text-sm">
      <p role="alert" className="text-bad">
        {words}
      </p>
      <span className="flex flex-wrap gap-2">
        {reason === 'panel' && (
          <Button
            onClick={() => {
              onEscape();
              onDone();
            }}
          >
            Escape
          </Button>
        )}
        <Button look="quiet" onClick={onTerminal}>
          Show the terminal
        </Button>
      </span>
    </div>
  );
}

/** The actions of other slices on selected words of the chat: keeping them, and making recall points of them. */
function SelectedInChat({ session }: { readonly session: string }) {
  const { selected, forget } = useSelectedWords(true);
  const done = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    forget();
  }, [forget]);
  if (!selected) return null;
  return <SelectionBar selected={selected} session={session} onExplore={null} onDone={done} />;
}
