import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { storedJson } from '#elements/web/page/stored.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { sendChatFile } from '../../../chat/web/queries.ts';
import { loadTerminalFont } from '../../../screen/web/terminal-font.ts';
import { terminalsQuery } from '../queries.ts';
import type { LiveScreen } from './live-screen.ts';
import { pastedText } from './pasted-text.ts';
import { SearchBar } from './search-bar.tsx';
import { type SocketState, TerminalSocket, type TypedLoss } from './terminal-socket.ts';
import { TouchKeys } from './touch-keys.tsx';
import { watchTouches } from './watch-touches.ts';

const MAX_SHOWN = 2_000;
const MAX_HIDDEN_MS = 1_000;
/** A window that is reloaded reconnects within this time, and then decides on the size again. */
const RELOADED_WITHIN_MS = 5_000;

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

interface TerminalWindowProps {
  readonly session: string;
  /** Increases when a program is started again, so that the window connects to the new run. */
  readonly run: number;
  /** Whether the program runs pasted lines one by one, as a shell does. */
  readonly asksBeforePaste: boolean;
  /** Whether the program has ended. This window then chooses the size of its screen by itself. */
  readonly isOver: boolean;
  /** Called with the reason why the recording or the chat is incomplete, or null. */
  readonly onTrouble: (trouble: string | null) => void;
  /** Called with the screen when it opens, and with null when it closes. Pass the same function in every render. */
  readonly onScreen: (screen: LiveScreen | null) => void;
}

/** On a touch screen, focusing the terminal would open a keyboard that covers half of the screen. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;
/** A panel closes when it loses the focus. */
const isInPanel = (focused: Element | null) => (focused?.closest('[role="dialog"], [role="menu"]') ?? null) !== null;
const utf8 = new TextEncoder();
const RETURN = utf8.encode('\r');
const RETURN_AFTER_MS = 120;

const KEYS: readonly PageKey[] = [
  { keys: 'F6', does: 'leave the terminal' },
  { keys: 'Ctrl-Shift-C Ctrl-Shift-V', does: 'copy, paste' },
  { keys: 'Ctrl-Shift-F', does: 'search in the terminal' },
];

/** The live screen of a terminal, with its input. */
export function TerminalWindow({ session, run, asksBeforePaste, isOver, onTrouble, onScreen }: TerminalWindowProps) {
  const element = useRef<HTMLDivElement>(null);
  const screen = useRef<LiveScreen | null>(null);
  const socket = useRef<TerminalSocket | null>(null);
  /** Whether another window decides on the size. */
  const hasOther = useRef(false);
  const [isOther, setOther] = useState(false);
  const [connection, setConnection] = useState<SocketState>('connecting');
  const [loss, setLoss] = useState<TypedLoss>(null);
  const [shown, setShown] = useState<LiveScreen | null>(null);
  const tellTrouble = useEffectEvent((trouble: string | null) => onTrouble(trouble));
  const [isPaused, setPaused] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [pasted, setPasted] = useState<string | null>(null);
  const toast = useToast();
  const queries = useQueryClient();
  /** Text that the program wants to put into the clipboard, until the person has decided. */
  const [wanted, setWanted] = useState<string | null>(null);
  const mayCopy = useRef(storedJson<boolean>('sessionStorage', `warren.may-copy.${session}`));
  const copy = useEffectEvent((text: string) => {
    // Other windows on this terminal leave their clipboards unchanged.
    if (!document.hasFocus()) return;
    if (mayCopy.current.read() !== true) return setWanted(text);
    navigator.clipboard.writeText(text).catch(() => setWanted(text));
  });

  const hearState = useEffectEvent((state: SocketState) => {
    setConnection(state);
    // The terminal can be on another server now.
    if (state === 'over') void queries.invalidateQueries(terminalsQuery);
  });
  const send = (bytes: Uint8Array) => socket.current?.type(bytes);
  const claim = (isClaim: boolean) => {
    const fitting = screen.current?.fitting;
    if (!fitting) return;
    const { cell } = screen.current ?? {};
    const isSeen = document.visibilityState === 'visible';
    socket.current?.send({ type: 'size', ...fitting, isClaim, isSeen, ...(cell && { cell }) });
  };
  const followOther = (isFollowed: boolean) => {
    hasOther.current = isFollowed;
    setOther(isFollowed);
  };
  const succeed = () => {
    followOther(false);
    claim(false);
  };
  const fit = useEffectEvent(() => {
    const fitting = isOver ? screen.current?.fitting : null;
    if (fitting) void screen.current?.setSize(fitting, { isOwner: true });
    else if (hasOther.current) screen.current?.fitFont();
    else claim(false);
  });
  const paste = useEffectEvent((text: string) => {
    const isBracketed = screen.current?.terminal.modes.bracketedPasteMode ?? false;
    const clean = pastedText(text);
    if (asksBeforePaste && !isBracketed && clean.includes('\n')) setPasted(clean);
    else screen.current?.terminal.paste(clean);
  });
  const pathInTerminal = (path: string) =>
    asksBeforePaste ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `@${path}`;
  /** Uploads files and inserts their paths: Claude Code reads a file by its path. */
  const takeFiles = useEffectEvent((files: readonly File[]) => {
    void Promise.allSettled(files.map((file) => sendChatFile(session, file))).then((sent) => {
      const paths = sent.flatMap((each) => (each.status === 'fulfilled' ? [pathInTerminal(each.value.path)] : []));
      if (paths.length > 0) screen.current?.terminal.paste(`${paths.join(' ')} `);
      const failed = sent.find((each) => each.status === 'rejected');
      if (failed) toast({ text: messageOf(failed.reason) });
    });
  });
  usePageKeys(KEYS);
  const onChord = useEffectEvent((event: KeyboardEvent) => {
    const terminal = screen.current?.terminal;
    if (event.key === 'F6' && element.current) {
      event.preventDefault();
      leaveTerminal(element.current, { isBackwards: event.shiftKey });
      return;
    }
    if (!terminal || !event.ctrlKey || !event.shiftKey) return;
    if (event.code === 'KeyC' && terminal.hasSelection()) void navigator.clipboard.writeText(terminal.getSelection());
    else if (event.code === 'KeyV') void navigator.clipboard.readText().then(paste, () => undefined);
    else if (event.code === 'KeyF') setSearching(true);
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const holder = element.current;
    if (!holder) return;
    let isGone = false;
    let cleanUp = () => {};
    void Promise.all([import('./live-screen.ts'), loadTerminalFont()]).then(([{ LiveScreen }]) => {
      if (isGone) return;
      const live = new LiveScreen(holder, {
        onInput: send,
        onHandled: (bytes) => socket.current?.send({ type: 'confirm', bytes }),
        onCopy: copy,
      });
      screen.current = live;
      // Hidden until it is fitted, because its lines would jump. `visibility` would take the focus from it.
      holder.style.opacity = '0';
      const show = () => (holder.style.opacity = '');
      const atLatest = setTimeout(show, MAX_HIDDEN_MS);
      let isConnected = false;
      let succession: ReturnType<typeof setTimeout> | undefined;
      const connected = new TerminalSocket(session, {
        onOpen: () => {
          live.restart();
          // Focused only now, because input before the connection is dropped.
          if (!isConnected && !isTouch() && !isInPanel(document.activeElement)) live.terminal.focus();
          isConnected = true;
          tellTrouble(null);
          setPaused(false);
          // This window decides on the size unless another one does.
          claim(false);
        },
        onFrame: (frame) => live.take(frame),
        onNews: (news) => {
          if (news.type === 'recording') tellTrouble(news.trouble);
          if (news.type === 'paused') setPaused(news.isPaused);
          if (news.type !== 'size') return;
          clearTimeout(succession);
          const isOwner = news.isOwner || !(news.hasOwner || hasOther.current);
          const sized = live.setSize(news, { isOwner });
          if (news.hasOwner) void sized.then(show);
          // The window that decided on the size has disconnected.
          if (!news.hasOwner && hasOther.current) succession = setTimeout(succeed, RELOADED_WITHIN_MS);
          else followOther(news.hasOwner && !news.isOwner);
        },
        onState: hearState,
        onDropped: setLoss,
      });
      socket.current = connected;
      const observer = new ResizeObserver(() => fit());
      observer.observe(holder);
      const heard = new AbortController();
      const { signal } = heard;
      const first = { capture: true, signal };
      document.addEventListener('visibilitychange', () => fit(), { signal });
      watchTouches(holder, {
        onScroll: (by) => live.scroll(by),
        onZoom: (by) => live.zoom(by),
        onZoomed: () => fit(),
        signal,
      });
      const onPaste = (event: ClipboardEvent) => {
        event.preventDefault();
        event.stopPropagation();
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length > 0) takeFiles(files);
        else paste(event.clipboardData?.getData('text/plain') ?? '');
      };
      const onDrop = (event: DragEvent) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.type === 'drop') takeFiles([...event.dataTransfer.files]);
      };
      holder.addEventListener('paste', onPaste, first);
      for (const type of ['dragover', 'drop'] as const) holder.addEventListener(type, onDrop, first);
      holder.addEventListener('keydown', onChord, first);
      setShown(live);
      cleanUp = () => {
        clearTimeout(atLatest);
        clearTimeout(succession);
        observer.disconnect();
        heard.abort();
        connected.close();
        live.dispose();
        setShown(null);
        screen.current = null;
        socket.current = null;
      };
    });
    return () => {
      isGone = true;
      cleanUp();
    };
  }, [session, run]);

  const isAway = connection === 'closed' || connection === 'silent' || (connection === 'connecting' && loss !== null);
  useEffect(() => onScreen(shown), [onScreen, shown]);
  const focus = () => screen.current?.terminal.focus();
  return (
    <div data-terminal="dark" className="relative flex min-h-0 flex-1 flex-col bg-[#141618]">
      {isSearching && shown && (
        <SearchBar
          search={shown.search}
          onClose={() => {
            setSearching(false);
            focus();
          }}
        />
      )}
      {shown && (isAway || loss !== null) && (
        <output className="absolute top-2 left-1/2 z-10 w-max max-w-[90%] -translate-x-1/2 rounded-small bg-surface px-3 py-1 text-sm">
          {isAway && 'Not connected. Warren tries again by itself. '}
          {loss === 'dropped' && 'What you typed meanwhile was dropped.'}
          {loss === 'unknown' && 'What you typed last may not have arrived.'}
        </output>
      )}
      {/* The fitted element has no padding: it would be counted as room. */}
      <div className="min-h-0 flex-1 p-2">
        <div
          ref={element}
          className="h-full overflow-auto"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element names a terminal
          role="group"
          aria-label="Terminal. F6 leaves it."
        />
      </div>
      {wanted !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-3 py-1.5 text-xs text-[#e5b567]">
          <span>The program wants to copy {wanted.length.toLocaleString('en')} characters to the clipboard.</span>
          <Button
            className="min-h-[26px] py-0"
            onClick={() => {
              mayCopy.current.write(true);
              setWanted(null);
              navigator.clipboard.writeText(wanted).catch((error: unknown) => toast({ text: messageOf(error) }));
              focus();
            }}
          >
            Allow for this session
          </Button>
          <Button
            look="quiet"
            className="min-h-[26px] py-0"
            onClick={() => {
              setWanted(null);
              focus();
            }}
          >
            No
          </Button>
        </div>
      )}
      {isPaused && (
        <div role="alert" className="flex items-center gap-3 px-3 py-1.5 text-xs text-[#e5b567]">
          <span>
            Paused: what the program wrote kept its screen busy for ever, and is left out. Go on, or stop it and start
            it again.
          </span>
          <Button
            className="min-h-[26px] py-0"
            onClick={() => {
              socket.current?.send({ type: 'resume' });
              focus();
            }}
          >
            Go on
          </Button>
        </div>
      )}
      {isOther && !isOver && (
        <div className="flex items-center gap-3 px-3 py-1.5 text-xs text-[#a9a498]">
          <span>Shown in the size of another window.</span>
          <Button
            className="min-h-[26px] py-0"
            onClick={() => {
              claim(true);
              focus();
            }}
          >
            Fit to this window
          </Button>
        </div>
      )}
      <TouchKeys
        onType={(text) => send(utf8.encode(text))}
        onLine={(line) => {
          if (connection !== 'open') return false;
          if (line !== '') screen.current?.terminal.paste(line);
          // A program would take a Return that arrives together with the words for a pasted one.
          setTimeout(() => send(RETURN), line === '' ? 0 : RETURN_AFTER_MS);
          return true;
        }}
        isProse={!asksBeforePaste}
        terminal={() => screen.current?.terminal ?? null}
      />
      {pasted !== null && (
        <PasteQuestion
          text={pasted}
          onAnswer={(isWanted) => {
            setPasted(null);
            if (isWanted) screen.current?.terminal.paste(pasted);
            focus();
          }}
        />
      )}
    </div>
  );
}

/** Moves the focus to the element after a terminal on the page, or before it. The terminal takes every other key. */
function leaveTerminal(terminal: HTMLElement, { isBackwards }: { readonly isBackwards: boolean }): void {
  const others = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => !terminal.contains(each) && !each.hasAttribute('disabled') && each.checkVisibility(),
  );
  const isBefore = (each: HTMLElement) =>
    (terminal.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const before = others.filter(isBefore);
  const after = others.filter((each) => !isBefore(each));
  const next = isBackwards ? (before.at(-1) ?? after.at(-1)) : (after.at(0) ?? before.at(0));
  next?.focus();
}

/** Asks before several lines are pasted into a shell, which runs each line as it arrives. */
function PasteQuestion({ text, onAnswer }: { readonly text: string; readonly onAnswer: (isWanted: boolean) => void }) {
  const lines = text.split(/\r\n|\r|\n/u).length;
  return (
    <Dialog
      title={`Paste ${lines.toLocaleString('en')} lines?`}
      description="The program in this terminal may run each line as it comes."
      onClose={() => onAnswer(false)}
    >
      <pre className="mt-3 max-h-[40dvh] overflow-auto rounded-small bg-sunken p-3 font-mono text-sm">
        {text.slice(0, MAX_SHOWN)}
        {text.length > MAX_SHOWN && '…'}
      </pre>
      <FormActions className="mt-4">
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          Paste
        </Button>
      </FormActions>
    </Dialog>
  );
}
