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

import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ChatPaneHandle, TerminalPlace } from '../../../chat/web/chat-pane.tsx';
import type { TerminalView } from '../../../protocol.ts';
import type { TerminalSide } from './use-terminal-side.ts';

const ChatPane = lazy(async () => ({ default: (await import('../../../chat/web/chat-pane.tsx')).ChatPane }));

interface TerminalSidesProps {
  readonly view: OpenSession;
  readonly terminal: TerminalView;
  readonly side: TerminalSide;
  readonly onSide: (side: TerminalSide) => void;
  readonly findInTerminal: (words: string) => boolean;
  readonly focusTerminal: () => void;
  /** The chat, while it is there. */
  readonly chat: RefObject<ChatPaneHandle | null>;
  readonly place: TerminalPlace | null;
  /** The message that the chat begins at; null for the latest. */
  readonly messageId: string | null;
  /** The terminal, or its recording. */
  readonly children: ReactNode;
}

const KEYS: readonly PageKey[] = [{ keys: 'F2', does: 'chat or terminal' }];

/**
 * The terminal and its chat. Whichever is not shown keeps its place, its size and what is selected in it: going to the
 * chat changes no size and writes nothing into the terminal.
 */
export function TerminalSides({
  view,
  terminal,
  side,
  onSide,
  findInTerminal,
  focusTerminal,
  chat,
  place,
  messageId,
  children,
}: TerminalSidesProps) {
  // The chat is fetched when it is shown first, and takes the focus once it is there.
  const isFocusDue = useRef(false);
  const takeChat = useCallback(
    (handle: ChatPaneHandle | null) => {
      chat.current = handle;
      if (handle && isFocusDue.current) handle.focus();
      isFocusDue.current = false;
    },
    [chat],
  );
  const whole = useRef<HTMLDivElement>(null);
  const [wasChat, setWasChat] = useState(side !== 'term');
  if (side !== 'term' && !wasChat) setWasChat(true);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // A keyboard on the screen would cover what is read.
    if (!matchMedia('(pointer: fine)').matches) return;
    isFocusDue.current = side === 'chat' && chat.current === null;
    if (side === 'chat') chat.current?.focus();
    if (side === 'term') focusTerminal();
    // oxlint-disable-next-line react/exhaustive-deps -- only another side moves the focus
  }, [side]);
  usePageKeys(KEYS);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F2' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (side !== 'both') onSide(side === 'term' ? 'chat' : 'term');
    else if (whole.current?.querySelector('[data-chat]')?.contains(document.activeElement)) focusTerminal();
    else chat.current?.focus();
  });
  useEffect(() => {
    // Before the terminal, which would take the key for the program.
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
      <div inert={side === 'term'} className={`flex flex-col ${classOf(side !== 'term')}`}>
        {wasChat && (
          <Suspense fallback={<p className="p-6 text-ink-faint">Opening the chat</p>}>
            <ChatPane
              ref={takeChat}
              view={view}
              terminal={terminal}
              findInTerminal={findInTerminal}
              place={place}
              messageId={messageId}
              showTerminal={() => (side === 'both' ? focusTerminal() : onSide('term'))}
            />
          </Suspense>
        )}
      </div>
      <div inert={side === 'chat'} className={`flex flex-col ${classOf(side !== 'chat')}`}>
        {children}
      </div>
    </div>
  );
}
