import { ArrowRight, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { Button } from '#elements/web/button.tsx';
import { caretAtEnd } from '#elements/web/focus/typed-ahead.ts';
import { Icon } from '#elements/web/icon.tsx';
import { shownKeys } from '#elements/web/page/page-actions.ts';
import { isBlank } from '#kernel/clean-text.ts';

import type { ComposerAction } from './composer-action.ts';
import type { ComposerWords } from './composer-words.ts';
import { keepMessageDraft, readMessageDraft } from './draft.ts';
import { inserted } from './inserted.ts';
import type { Mentions } from './mentions.ts';
import { isTooLong } from './message-size.ts';
import { useMention } from './use-mention.tsx';

export interface ComposerHandle {
  focus(): void;
  /** Inserts a text before the current one. */
  restore(text: string): void;
  /** Inserts a text at the cursor, as if it had been typed. */
  insert(text: string): void;
}

interface ComposerProps extends ComposerWords {
  /** The key of the draft. Change the React key of the composer with it. */
  readonly draft: string;
  readonly actions: readonly ComposerAction[];
  /** A turn is under way and can be stopped. */
  readonly isAnswering: boolean;
  /** Outlined while another button on the screen is the primary one. */
  readonly sendLook?: 'primary' | 'outlined';
  /** Beside Send; below the text on a phone. */
  readonly tool?: ReactNode;
  /** Above the text; can depend on the text. */
  readonly status?: ReactNode | ((text: string) => ReactNode);
  readonly onSay: (content: string) => void;
  readonly onStop: () => void;
  /** Runs on Enter in the empty field; absent where Enter does nothing. */
  readonly onEmptyEnter?: () => void;
  readonly onWrite?: () => void;
  /** Offered after `@`; absent where nothing is offered. */
  readonly mentions?: Mentions;
  /** Whether it is part of a page's column instead of being fixed below a transcript. */
  readonly isInPage?: boolean;
  readonly ref?: Ref<ComposerHandle>;
}

const TOO_LONG = 'This is longer than 256 KiB, the limit for one message. Shorten it or send it in parts.';
const HOW_TO_SEND = 'Enter sends, Shift-Enter for a new line';

/** The field that the person writes in. The draft survives a reload. */
export function Composer({
  draft,
  label,
  placeholder,
  note: ownNote,
  actions,
  isAnswering,
  sendLook = 'primary',
  tool,
  status,
  onSay,
  onStop,
  onEmptyEnter,
  onWrite,
  mentions,
  isInPage = false,
  ref,
}: ComposerProps) {
  const [text, setText] = useState(() => readMessageDraft(draft));
  const [problem, setProblem] = useState<string | null>(null);
  // The browser can undo an erasure by hand, but not the erasure on sending.
  const [isErased, setErased] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const shownNote = actions.some((action) => (action.off ?? action.note) === note) ? note : null;
  const field = useRef<HTMLTextAreaElement>(null);

  const write = (next: string) => {
    setText(next);
    setProblem(null);
    keepMessageDraft(draft, next);
  };
  const send = () => {
    if (isBlank(text)) return;
    if (isTooLong(text)) {
      setProblem(TOO_LONG);
      return;
    }
    onSay(text);
    write('');
    setErased(false);
    field.current?.focus();
  };
  const stop = () => {
    onStop();
    // The button is removed with the reply. On a phone the keyboard would cover the conversation.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const mention = useMention(mentions, {
    field,
    text,
    onReplace(next, caret) {
      write(next);
      setErased(true);
      onWrite?.();
      requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
    },
  });
  const sendOnEnter = (event: KeyboardEvent) => {
    if (mention.onKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The key that sent a message can still be pressed.
    if (text === '' && !event.repeat) onEmptyEnter?.();
    send();
  };

  const isStopFocused = useRef(false);
  useEffect(() => {
    // The button was removed with the reply, and lost the focus.
    if (!isAnswering && isStopFocused.current && document.activeElement === document.body) field.current?.focus();
    isStopFocused.current = false;
  }, [isAnswering]);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    restore: (restored) => {
      write(text === '' ? restored : `${restored}\n\n${text}`);
      field.current?.focus();
    },
    insert: (added) => {
      const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
      write(inserted(text, added, [selectionStart, selectionEnd]));
    },
  }));
  useLayoutEffect(() => caretAtEnd(field.current), []);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return undefined;
    const fit = () => {
      area.style.height = 'auto';
      area.style.height = `${area.scrollHeight}px`;
    };
    fit();
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, [text]);

  return (
    // Leaves room for the transcript's scrollbar, so that both are aligned.
    <div className={isInPage ? '' : 'scrolls-centred flex-none overflow-hidden! px-3 pb-6 wide:px-6 short:pb-1.5'}>
      <div
        data-in-page={isInPage || undefined}
        className="mx-auto max-w-[672px] rounded-large border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-[18px] shadow-float short:py-1 has-[textarea:focus]:border-focus"
      >
        {typeof status === 'function' ? status(text) : status}
        {mention.list}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2">
          <textarea
            ref={field}
            rows={1}
            data-composer
            dir="auto"
            value={text}
            aria-label={label}
            data-nothing-to-undo={(text === '' && !isErased) || undefined}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'composer-problem'}
            placeholder={placeholder}
            onChange={(event) => {
              write(event.target.value);
              setErased(true);
              onWrite?.();
              mention.look();
            }}
            onKeyDown={sendOnEnter}
            onSelect={mention.look}
            onBlur={mention.close}
            {...mention.combobox}
            className="plain-shaping block max-h-[36dvh] min-h-7 w-full resize-none self-center bg-transparent font-serif text-read leading-normal outline-none wide:col-span-2"
          />
          {problem !== null && (
            <p id="composer-problem" role="alert" className="col-span-2 mt-1 text-sm text-bad max-wide:order-1">
              {problem}
            </p>
          )}
          <div className="@container mt-1.5 flex min-h-[34px] items-center gap-1 short:mt-0 max-wide:order-2 max-wide:col-span-2 wide:gap-2">
            {isAnswering ? (
              <Button
                onClick={stop}
                onFocus={() => (isStopFocused.current = true)}
                // A button that is being removed also blurs, without a new target.
                onBlur={({ relatedTarget }) =>
                  (isStopFocused.current = relatedTarget === null && isStopFocused.current)
                }
                className="-ml-1.5 max-wide:px-2.5"
              >
                <Square size={11} fill="currentColor" aria-hidden="true" />
                <span className="max-wide:sr-only">Stop</span>
              </Button>
            ) : (
              <span
                className={`min-w-0 text-xs text-ink-faint wide:inline ${tool || actions.length > 0 ? '@max-md:hidden!' : ''} ${ownNote === undefined || actions.length > 0 ? 'hidden' : ''}`}
              >
                {shownNote ?? ownNote ?? HOW_TO_SEND}
              </span>
            )}
            <span className="ml-auto" />
            {actions.map((action) => (
              <ActionButton key={action.label} action={action} onNote={setNote} />
            ))}
            {tool !== undefined && tool !== null && (
              <span
                className={`flex min-w-0 items-center ${isInPage ? 'order-first -ml-2' : 'max-wide:order-first max-wide:-ml-2'}`}
              >
                {tool}
              </span>
            )}
          </div>
          <Button look={sendLook} aria-label="Send" onClick={send}>
            <Icon of={ArrowRight} />
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ActionButtonProps {
  readonly action: ComposerAction;
  readonly onNote: (note: string | null) => void;
}

function ActionButton({ action: { label, keys, note: does, cost, off, run }, onNote }: ActionButtonProps) {
  const note = off ?? does;
  const show = () => onNote(note);
  const hide = () => onNote(null);
  return (
    <Button
      look="quiet"
      className="max-wide:px-2"
      aria-keyshortcuts={keys}
      aria-description={note}
      aria-disabled={off !== undefined || undefined}
      title={`${note} ${shownKeys(keys)}`}
      onClick={off === undefined ? run : undefined}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {label}
      {cost !== undefined && (
        <span className="text-xs font-normal whitespace-nowrap text-ink-faint" aria-hidden="true">
          {cost}
        </span>
      )}
    </Button>
  );
}
