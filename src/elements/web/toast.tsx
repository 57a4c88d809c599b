import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { Button } from './button.tsx';
import { focusBack, wayBackTo } from './focus/use-focus-kept.ts';
import { FormulaWords } from './formula/formula-words.tsx';

const APART_PX = 12;
/**
 * Space for a toast at the end of content that scrolls above the foot, so that it covers no words. It is always
 * present: space added with a toast would move content under the pointer.
 */
export const TOAST_ROOM = 'h-17';
const EVERY_MS = 100;
/** Elements at the foot of a page that must stay visible: the composer, the connection notice and bars of buttons. */
const FOOT = '[data-foot], [data-bar], .shadow-float:not([data-in-page])';

export interface Notice {
  readonly text: string;
  /** Undoes the action. Offered for ten seconds. */
  readonly undo?: () => void;
  /** A button. Offered for ten seconds. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Stays when another page opens; other toasts disappear with their page. */
  readonly isForEveryPage?: true;
  /** Replaces the last toast with this name, for notices that come often. */
  readonly replaces?: string;
}
type ShownNotice = Notice & { readonly key: number };

const OFFERED_FOR_MS = 10_000;
const SHOWN_FOR_MS = 5_000;
const MAX_SHOWN = 3;

const ToastContext = createContext<(notice: Notice) => void>(() => undefined);
const LeaveContext = createContext<() => void>(() => undefined);
const UndoContext = createContext<(undo: () => void) => () => void>(() => () => undefined);

/** Shows a message about a completed action, with a button to undo it. */
export function useToast(): (notice: Notice) => void {
  return useContext(ToastContext);
}

/** The action of Ctrl/Cmd-Z while no toast offers an undo. */
export function useUndoKeyOtherwise(undo: () => void): void {
  const register = useContext(UndoContext);
  useEffect(() => register(undo), [register, undo]);
}

/** Removes the toasts of the page that was left. `page` identifies the open page. */
export function useToastsLeaveWith(page: string): void {
  const leave = useContext(LeaveContext);
  useEffect(() => leave, [leave, page]);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly ShownNotice[]>([]);
  const show = useCallback((notice: Notice) => {
    setNotices((shown) =>
      [
        ...shown.filter(({ replaces }) => !replaces || replaces !== notice.replaces),
        { ...notice, key: (shown.at(-1)?.key ?? 0) + 1 },
      ].slice(-MAX_SHOWN),
    );
  }, []);
  const remove = useCallback((key: number) => {
    setNotices((shown) => shown.filter((notice) => notice.key !== key));
  }, []);
  const leave = useCallback(() => {
    setNotices((shown) => shown.filter((notice) => notice.isForEveryPage));
  }, []);
  const otherwise = useRef<(() => void) | null>(null);
  const register = useCallback((undo: () => void) => {
    otherwise.current = undo;
    return () => {
      otherwise.current = null;
    };
  }, []);
  useUndoKey(notices, remove, otherwise);
  const position = usePositionAboveFoot(notices.length > 0);
  return (
    <ToastContext value={show}>
      <LeaveContext value={leave}>
        <UndoContext value={register}>{children}</UndoContext>
      </LeaveContext>
      <section
        aria-label="Notifications"
        style={position}
        className="pointer-events-none fixed inset-x-0 bottom-20 z-40 flex flex-col items-center gap-2 px-3"
      >
        <output className="contents">
          {notices.map((notice) => (
            <Toast key={notice.key} notice={notice} onGone={remove} />
          ))}
        </output>
      </section>
    </ToastContext>
  );
}

/** Ctrl/Cmd-Z undoes the latest action, except in a text field, which has its own undo unless it opts out. */
function useUndoKey(
  notices: readonly ShownNotice[],
  remove: (key: number) => void,
  otherwise: RefObject<(() => void) | null>,
) {
  const latest = notices.findLast((notice) => notice.undo);
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const field = event.target instanceof HTMLElement ? event.target.closest('input, textarea, select') : null;
      const isText = field !== null && !field.hasAttribute('data-nothing-to-undo');
      const hasOwnUse = isText || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (!isUndo || hasOwnUse || event.repeat) return;
      event.preventDefault();
      if (!latest) return otherwise.current?.();
      latest.undo?.();
      remove(latest.key);
      return undefined;
    };
    document.addEventListener('keydown', undo);
    return () => document.removeEventListener('keydown', undo);
  }, [latest, remove, otherwise]);
}

function Toast({ notice, onGone }: { readonly notice: ShownNotice; readonly onGone: (key: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  const { key, text, undo, action } = notice;
  const hasOffer = undo !== undefined || action !== undefined;
  const textId = useId();
  const giveBack = useRef(() => focusBack(null));
  const giveFocusBack = () => giveBack.current();
  const onFocus = (event: FocusEvent) => {
    setHeld(true);
    if (!event.currentTarget.contains(event.relatedTarget)) giveBack.current = wayBackTo(event.relatedTarget);
  };
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onGone(key), hasOffer ? OFFERED_FOR_MS : SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isHeld, key, hasOffer, onGone]);
  return (
    <div
      className="appear pointer-events-auto flex min-h-[46px] max-w-full items-center gap-3 rounded-medium border border-line-strong bg-surface py-1.5 pr-2 pl-4 shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={onFocus}
      onBlur={() => setHeld(false)}
    >
      <span id={textId} dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        <FormulaWords isInline text={text} />
      </span>
      {action && (
        <Button
          look="quiet"
          className="text-accent-text"
          aria-describedby={textId}
          onClick={() => {
            action.run();
            giveFocusBack();
            // Without this notice, Ctrl/Cmd-Z would undo the action of an older one.
            if (!undo) onGone(key);
          }}
        >
          {action.label}
        </Button>
      )}
      {undo && (
        <Button
          look="quiet"
          aria-keyshortcuts="Control+Z Meta+Z"
          title="Ctrl/Cmd-Z"
          className="text-accent-text"
          aria-describedby={textId}
          onClick={() => {
            undo();
            giveFocusBack();
            onGone(key);
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

interface ToastPosition {
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

/** The position above the foot of the page, updated while it is needed. Undefined before there is a page. */
function usePositionAboveFoot(isOfUse: boolean): ToastPosition | undefined {
  const [position, setPosition] = useState<ToastPosition>();
  useEffect(() => {
    if (!isOfUse) return undefined;
    // Nothing reports that the composer grew or disappeared: it is measured repeatedly while a toast is shown.
    const look = () => {
      const found = measure();
      setPosition((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    const first = requestAnimationFrame(look);
    const timer = setInterval(look, EVERY_MS);
    return () => {
      cancelAnimationFrame(first);
      clearInterval(timer);
    };
  }, [isOfUse]);
  return position;
}

function measure(): ToastPosition | undefined {
  const main = document.querySelector('main');
  if (!main) return undefined;
  const { left, width, bottom } = main.getBoundingClientRect();
  const tops = [...main.querySelectorAll(FOOT)].map((element) => element.getBoundingClientRect().top);
  // A bar that was scrolled up is not at the foot.
  const atFoot = tops.filter((top) => top > bottom / 2);
  return { left, width, bottom: window.innerHeight - Math.min(bottom, ...atFoot) + APART_PX };
}
