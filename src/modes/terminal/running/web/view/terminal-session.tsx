import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { keepMessageDraft, readMessageDraft } from '#session/web/composer/draft.ts';
import { inserted } from '#session/web/composer/inserted.ts';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import { useStrayTyping } from '#session/web/conversation/use-stray-typing.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';

import { hasChanges, useChanges } from '../../../changes/web/use-changes.ts';
import { firstWords } from '../../../chat/domain/shown/first-words.ts';
import type { ChatPaneHandle, TerminalPlace } from '../../../chat/web/chat-pane.tsx';
import type { OtherServer, TerminalView } from '../../../protocol.ts';
import { Replay } from '../../../recording/web/replay.tsx';
import { noChatOf } from '../../domain/agents.ts';
import { hasEnded } from '../../domain/terminal-state.ts';
import { OnStoppedServer, OtherServerBar, useServerOf } from '../other-server.tsx';
import { continueTerminal, deleteRecording, recordingUrl, restartTerminal } from '../queries.ts';
import { useRememberSession } from '../remember-session.ts';
import { exitInWords, statusInWords, toneOf, usageInWords } from '../status-words.ts';
import type { LiveScreen } from './live-screen.ts';
import { TerminalMenu } from './terminal-menu.tsx';
import { TerminalSides } from './terminal-sides.tsx';
import { TerminalWindow } from './terminal-window.tsx';
import { type TerminalSide, useTerminalSide } from './use-terminal-side.ts';

const FilesPanel = loadOnce(async () => (await import('../../../files/web/files-panel.tsx')).FilesPanel);
const NAMES = { chat: 'Chat', both: 'Both', term: 'Term', changes: 'Changes' } as const;
const SIDES: readonly TerminalSide[] = ['chat', 'both', 'term', 'changes'];

/** A terminal: its live screen or, once it has ended, its recording. */
export function TerminalSession({ view }: ModeScreenProps) {
  const { state } = view;
  const terminal = state.modes['terminal'] as TerminalView;
  const { session, title } = state;
  const isOver = hasEnded(terminal.status);
  // A person who saw the run end stays at its last screen until they choose something else.
  const [seenRun] = useState(isOver ? null : terminal.run);
  const [isAsking, setAsking] = useState(false);
  const [replayedRun, setReplayedRun] = useState<number | null>(null);
  const isReplaying = replayedRun === terminal.run;
  const server = useServerOf(session);
  const navigate = useNavigate();
  const remember = useRememberSession();
  const screen = useRef<LiveScreen | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const takeScreen = useCallback((shown: LiveScreen | null) => {
    screen.current = shown;
  }, []);
  const hash = useLocation({ select: (location) => location.hash });
  const inChat = placeInChat(hash);
  const { program } = terminal;
  const hasChat = program.kind === 'claude';
  const { side, hasBoth, choose } = useTerminalSide(session, { needsChat: inChat !== null, hasChat });
  const findInTerminal = useCallback(
    (words: string) => {
      const isFound = screen.current !== null && findInScreen(screen.current, words);
      if (isFound && side === 'chat' && screen.current) findWhileResized(screen.current, words);
      if (isFound) choose(hasBoth ? 'both' : 'term');
      return isFound;
    },
    [choose, hasBoth, side],
  );
  useEffect(() => {
    // The browser would show a dropped file instead of the page if nothing handled it.
    const stay = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true && event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
  const [place, setPlace] = useState<TerminalPlace | null>(null);
  const showChat = () => {
    if (side === 'term') choose(hasBoth ? 'both' : 'chat');
    if (side === 'changes') choose('chat');
  };
  const showInChat = () => {
    if (screen.current) setPlace({ rows: rowsInView(screen.current) });
    showChat();
  };
  const chat = useRef<ChatPaneHandle>(null);
  const [hasFiles, setHasFiles] = useState(false);
  const insert = (words: string) => {
    if (chat.current) chat.current.insert(words);
    // The chat reads the draft when it is first shown.
    else keepMessageDraft(session, inserted(readMessageDraft(session), `${words} `, [Infinity, Infinity]));
    showChat();
    if (!hasBoth) setHasFiles(false);
  };
  const isStopped = server?.isAlive === false;
  const changes = useChanges(session, terminal, { isShown: side === 'changes', isReadable: !isStopped });
  const writing = useMemo(
    () => ({ current: hasChat ? null : { focus: () => screen.current?.terminal.focus() } }),
    [hasChat],
  );
  useStrayTyping(writing);
  const sides = SIDES.filter((each) => (each === 'both' ? hasChat && hasBoth : each !== 'chat' || hasChat));
  const showsScreen = !server && !isReplaying && (!isOver || seenRun !== null);
  const shown = showsScreen ? (
    <TerminalWindow
      key={terminal.run}
      session={session}
      run={terminal.run}
      asksBeforePaste={terminal.program.kind === 'command'}
      isOver={isOver}
      onTrouble={setTrouble}
      onScreen={takeScreen}
    />
  ) : isStopped ? (
    <OnStoppedServer what="The recording is" name={server.name} />
  ) : (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <Replay
        url={recordingUrl(session)}
        title={title}
        fileName={`${title}.cast`}
        startMs={momentInRecording(hash)}
        {...(!server && { onDelete: () => setAsking(true) })}
      />
      {isAsking && <DeleteRecording session={session} onClose={() => setAsking(false)} />}
    </div>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader
        title={title}
        progress={<Standing terminal={terminal} server={server} />}
        back={{ label: 'All terminals', go: () => void navigate({ to: '/terminals' }) }}
      >
        <span className="hidden text-sm text-ink-faint tabular-nums wide:inline">{usageInWords(terminal.usage)}</span>
        {program.kind === 'agent' && (
          <span className="hidden text-sm text-ink-faint wide:inline">{noChatOf(program)}</span>
        )}
        {hasChanges(terminal) && <ViewSwitch side={side} sides={sides} changes={changes} onChoose={choose} />}
        <IconButton
          label="Files"
          aria-pressed={hasFiles}
          className="aria-pressed:bg-raised aria-pressed:text-ink max-wide:hidden"
          onClick={() => setHasFiles(!hasFiles)}
        >
          <Icon of={FolderTree} />
        </IconButton>
        <TerminalMenu
          state={state}
          terminal={terminal}
          server={server}
          onFiles={() => setHasFiles(true)}
          {...(hasChat && showsScreen && { onShowInChat: showInChat })}
        />
      </SessionHeader>
      {showsScreen && trouble !== null && (
        <output className="border-b border-line bg-sunken px-4 py-2 text-sm text-ink-soft wide:px-6">{trouble}</output>
      )}
      {server && <OtherServerBar session={session} server={server} isOver={isOver} />}
      {!server && terminal.status === 'suspended' && (
        <StoppedBar
          words="Claude Code is suspended (Ctrl-Z)."
          action="Continue"
          act={() => continueTerminal(session)}
        />
      )}
      {!server && isOver && (
        <StoppedBar
          words={terminal.exit ? exitInWords(terminal.exit) : 'It has ended.'}
          action="Start again"
          act={() => restartTerminal(session)}
        >
          {remember && hasChat && (
            <Button look="quiet" onClick={() => remember({ session, title })}>
              What is worth remembering?
            </Button>
          )}
          {seenRun !== null && (
            <Button look="quiet" onClick={() => setReplayedRun(isReplaying ? null : terminal.run)}>
              {isReplaying ? 'Last screen' : 'Replay'}
            </Button>
          )}
        </StoppedBar>
      )}
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {hasChanges(terminal) ? (
            <TerminalSides
              view={view}
              terminal={terminal}
              server={server}
              hasChat={hasChat}
              side={side}
              onSide={choose}
              findInTerminal={findInTerminal}
              place={place}
              messageId={inChat?.messageId ?? null}
              focusTerminal={() => screen.current?.terminal.focus()}
              chat={chat}
            >
              {shown}
            </TerminalSides>
          ) : (
            shown
          )}
        </div>
        {hasFiles && (
          <div
            className={`flex flex-col bg-paper ${hasBoth ? 'w-[min(560px,42%)] border-l border-line' : 'absolute inset-0 z-10'}`}
          >
            <FilesPanel.Component
              session={session}
              onClose={() => setHasFiles(false)}
              onAsk={hasChat && !server ? insert : null}
              instead={isStopped ? <OnStoppedServer what="The files are" name={server.name} /> : null}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Reads `#chat`, or `#terminal_…` for a message of the chat; null for any other hash. */
function placeInChat(hash: string): { readonly messageId: string | null } | null {
  if (hash === 'chat') return { messageId: null };
  return hash.startsWith('terminal_') ? { messageId: hash } : null;
}

/** Reads `#second-72`, a second of the recording. Returns ms; null for any other hash. */
function momentInRecording(hash: string): number | null {
  const second = /^second-(\d{1,9})$/u.exec(hash)?.[1];
  return second === undefined ? null : Number(second) * 1_000;
}

/** For a terminal on another server, this page knows the state only if the terminal has ended. */
function Standing({ terminal, server }: { readonly terminal: TerminalView; readonly server: OtherServer | null }) {
  const isKnown = !server || hasEnded(terminal.status);
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-ink-faint">
      <span
        className={`size-2 shrink-0 rounded-full ${isKnown ? toneOf(terminal) : 'bg-line-strong'}`}
        aria-hidden="true"
      />
      <span className="hidden max-w-[40ch] truncate wide:inline">{terminal.folder},</span>
      <span className="whitespace-nowrap max-wide:truncate max-wide:text-xs max-wide:leading-tight">
        {statusInWords(terminal)}
      </span>
    </span>
  );
}

interface StoppedBarProps {
  /** The reason why it does not continue by itself. */
  readonly words: string;
  readonly action: string;
  readonly act: () => Promise<unknown>;
  readonly children?: ReactNode;
}

function StoppedBar({ words, action, act, children }: StoppedBarProps) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-sunken px-4 py-2 wide:px-6">
      <output className="mr-auto text-sm">{words}</output>
      {children}
      <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
        {action}
      </Button>
    </div>
  );
}

/** Scrolls to a message in the terminal, found by its first words, and selects them. */
function findInScreen({ search, terminal }: LiveScreen, message: string): boolean {
  // A terminal wraps lines: if the longer beginning is not found, a shorter one can be.
  return firstWords(message, terminal.cols).some((words) => search.findPrevious(words, { caseSensitive: true }));
}

/** A busy program takes long to repaint. */
const MAX_RESIZE_MS = 10_000;

/**
 * Finds the message again while the terminal is resized beside the chat. It loses its selection at the resize, and
 * again when its program repaints. Stops as soon as the person clicks, types or scrolls there.
 */
function findWhileResized(screen: LiveScreen, message: string): void {
  const { terminal } = screen;
  let found = terminal.getSelection();
  const again = () => {
    if (terminal.getSelection() !== found || found === '') {
      terminal.clearSelection();
      found = findInScreen(screen, message) ? terminal.getSelection() : '';
    }
    // Output below the match scrolls a screen that is at its end.
    const row = terminal.getSelectionPosition()?.start.y;
    const { viewportY } = terminal.buffer.active;
    if (row !== undefined && (row < viewportY || row >= viewportY + terminal.rows))
      terminal.scrollToLine(Math.max(0, row - Math.floor(terminal.rows / 2)));
  };
  const heard = [terminal.onResize(again), terminal.onWriteParsed(again)];
  const person = new AbortController();
  const end = () => {
    person.abort();
    for (const each of heard) each.dispose();
  };
  for (const type of ['mousedown', 'keydown', 'wheel'] as const)
    terminal.element?.addEventListener(type, end, { capture: true, passive: true, signal: person.signal });
  setTimeout(end, MAX_RESIZE_MS);
}

function rowsInView({ terminal }: LiveScreen): readonly string[] {
  const { viewportY } = terminal.buffer.active;
  const rows = Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(viewportY + row));
  return rows.map((row) => row?.translateToString(true) ?? '');
}

/** Asks before it deletes a recording, which cannot be undone. */
function DeleteRecording({ session, onClose }: { readonly session: string; readonly onClose: () => void }) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteRecording(session),
    onError: (error) => toast({ text: messageOf(error) }),
    onSuccess() {
      toast({ text: 'The recording was deleted.' });
      onClose();
    },
  });
  return (
    <Dialog
      title="Delete the recording?"
      description="It cannot be brought back. Files that were given in the chat are deleted too."
      onClose={onClose}
    >
      <FormActions className="mt-4">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
          Delete
        </Button>
      </FormActions>
    </Dialog>
  );
}

interface ViewSwitchProps {
  readonly side: TerminalSide;
  readonly sides: readonly TerminalSide[];
  /** The number of changed files; null while it is unknown. */
  readonly changes: number | null;
  readonly onChoose: (side: TerminalSide) => void;
}

/** Chooses between chat, terminal, both side by side if there is room, and changes. F2 toggles the first two. */
function ViewSwitch({ side, sides, changes, onChoose }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex flex-none gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === side}
          {...(each !== 'changes' &&
            sides.includes('chat') && {
              'aria-keyshortcuts': 'F2',
              title: 'F2 goes between the chat and the terminal',
            })}
          onClick={() => onChoose(each)}
          className={`min-h-[28px] rounded-small border px-1.5 wide:px-2.5 text-sm font-medium ${
            each === side
              ? 'border-line-strong bg-surface text-ink'
              : 'border-transparent text-ink-soft hover:bg-raised hover:text-ink'
          }`}
        >
          {NAMES[each]}
          {each === 'changes' && changes !== null && changes > 0 && (
            <span className="text-xs text-ink-faint tabular-nums">
              {` ${changes} `}
              <span className="sr-only">files</span>
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
