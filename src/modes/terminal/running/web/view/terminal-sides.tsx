import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ChatPaneHandle, TerminalPlace } from '../../../chat/web/chat-pane.tsx';
import type { OtherServer, TerminalView } from '../../../protocol.ts';
import { hasEnded } from '../../domain/terminal-state.ts';
import { OnStoppedServer } from '../other-server.tsx';
import type { TerminalSide } from './use-terminal-side.ts';

const ChangesPane = loadOnce(async () => (await import('../../../changes/web/changes-pane.tsx')).ChangesPane);
const ChatPane = lazy(async () => ({ default: (await import('../../../chat/web/chat-pane.tsx')).ChatPane }));

interface TerminalSidesProps {
  readonly view: OpenSession;
  readonly terminal: TerminalView;
  readonly server: OtherServer | null;
  readonly hasChat: boolean;
  readonly side: TerminalSide;
  readonly onSide: (side: TerminalSide) => void;
  readonly findInTerminal: (words: string) => boolean;
  readonly focusTerminal: () => void;
  /** The chat, while it is mounted. */
  readonly chat: RefObject<ChatPaneHandle | null>;
  readonly place: TerminalPlace | null;
  /** The message at which the chat begins; null for the latest. */
  readonly messageId: string | null;
  /** The terminal, or its recording. */
  readonly children: ReactNode;
}

const KEYS: readonly PageKey[] = [{ keys: 'F2', does: 'chat or terminal' }];
const NO_KEYS: readonly PageKey[] = [];

/**
 * The terminal, its chat and its changes. A hidden side keeps its position, size and selection: switching to the chat
 * changes no size and writes nothing into the terminal.
 */
export function TerminalSides({
  view,
  terminal,
  server,
  hasChat,
  side,
  onSide,
  findInTerminal,
  focusTerminal,
  chat,
  place,
  messageId,
  children,
}: TerminalSidesProps) {
  // The chat is loaded when it is first shown, and then gets the focus.
  const isFocusDue = useRef(false);
  const unsaid = useRef<(() => void) | null>(null);
  const takeChat = useCallback(
    (handle: ChatPaneHandle | null) => {
      chat.current = handle;
      if (!handle) return;
      if (isFocusDue.current) handle.focus();
      isFocusDue.current = false;
      unsaid.current?.();
      unsaid.current = null;
    },
    [chat],
  );
  const sendComments = (content: () => string | null) => {
    const say = () => {
      const words = content();
      if (words !== null) chat.current?.say(words);
    };
    onSide('chat');
    if (chat.current) say();
    else unsaid.current = say;
  };
  const whole = useRef<HTMLDivElement>(null);
  const hasChatSide = side === 'chat' || side === 'both';
  const [wasChat, setWasChat] = useState(hasChatSide);
  if (hasChatSide && !wasChat) setWasChat(true);
  const [wasChanges, setWasChanges] = useState(side === 'changes');
  if (side === 'changes' && !wasChanges) setWasChanges(true);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // An on-screen keyboard would cover the text.
    if (!matchMedia('(pointer: fine)').matches) return;
    isFocusDue.current = side === 'chat' && chat.current === null;
    if (side === 'chat') chat.current?.focus();
    if (side === 'term') focusTerminal();
    // oxlint-disable-next-line react/exhaustive-deps -- only another side moves the focus
  }, [side]);
  usePageKeys(hasChat ? KEYS : NO_KEYS);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F2' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (side !== 'both') onSide(side === 'chat' || !hasChat ? 'term' : 'chat');
    else if (whole.current?.querySelector('[data-chat]')?.contains(document.activeElement)) focusTerminal();
    else chat.current?.focus();
  });
  useEffect(() => {
    // Captured before the terminal, which would send the key to the program.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  const isBoth = side === 'both';
  const classOf = (isShown: boolean) => (isBoth ? 'min-w-0' : `absolute inset-0 ${isShown ? '' : 'invisible'}`);
  return (
    <div
      ref={whole}
      className={`relative min-h-0 flex-1 ${isBoth ? 'grid grid-cols-2 grid-rows-[minmax(0,1fr)]' : ''}`}
    >
      <div inert={!hasChatSide} className={`flex flex-col ${classOf(hasChatSide)}`}>
        {wasChat && (
          <Suspense fallback={<p className="p-6 text-ink-faint">Opening the chat</p>}>
            <ChatPane
              ref={takeChat}
              view={view}
              terminal={terminal}
              server={server}
              findInTerminal={findInTerminal}
              place={place}
              messageId={messageId}
              showTerminal={() => (side === 'both' ? focusTerminal() : onSide('term'))}
            />
          </Suspense>
        )}
      </div>
      <div inert={side !== 'term' && !isBoth} className={`flex flex-col ${classOf(side === 'term')}`}>
        {children}
      </div>
      {wasChanges && (
        <div
          inert={side !== 'changes'}
          className={`absolute inset-0 flex flex-col ${side === 'changes' ? '' : 'invisible'}`}
        >
          {server?.isAlive === false ? (
            <OnStoppedServer what="What was changed is known" name={server.name} />
          ) : (
            <ChangesPane.Component
              session={view.state.session}
              isShown={side === 'changes'}
              isReadOnly={server !== null}
              hasPrimary={hasEnded(terminal.status) || terminal.status === 'suspended'}
              onSend={hasChat ? sendComments : undefined}
            />
          )}
        </div>
      )}
    </div>
  );
}
