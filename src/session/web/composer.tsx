import { ArrowRight, Square } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { isBlank } from '#kernel/clean-text.ts';

import { keepDraft, readDraft } from './draft.ts';
import { isTooLong } from './message-size.ts';

/** Something said often, as a button. */
export interface QuickMessage {
  readonly label: string;
  readonly content: string;
}

export interface ComposerHandle {
  focus(): void;
  /** Puts a text back, before whatever stands there. */
  restore(text: string): void;
}

interface ComposerProps {
  readonly session: string;
  readonly label: string;
  readonly placeholder: string;
  readonly quickMessages: readonly QuickMessage[];
  /** A reply is on its way and may be stopped. */
  readonly isAnswering: boolean;
  /** Outlined while something else on the screen is the thing to do. */
  readonly sendLook?: 'primary' | 'outlined';
  readonly onSay: (content: string) => void;
  readonly onStop: () => void;
  readonly ref?: Ref<ComposerHandle>;
}

const TOO_LONG = 'This is longer than 256 KiB, the most one message may hold. Shorten it or send it in parts.';

/** Where the person writes. The draft is kept per session, over reloads too. */
export function Composer({
  session,
  label,
  placeholder,
  quickMessages,
  isAnswering,
  sendLook = 'primary',
  onSay,
  onStop,
  ref,
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(session));
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const write = (next: string) => {
    setText(next);
    setProblem(null);
    keepDraft(session, next);
  };
  const send = () => {
    if (isBlank(text)) return;
    if (isTooLong(text)) {
      setProblem(TOO_LONG);
      return;
    }
    onSay(text);
    write('');
    field.current?.focus();
  };
  const stop = () => {
    onStop();
    // The button goes with the reply. On a phone the keyboard would cover what was said.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    restore: (restored) => {
      write(text === '' ? restored : `${restored}\n\n${text}`);
      field.current?.focus();
    },
  }));
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  return (
    <div className="flex-none px-3 pb-3 wide:px-6 wide:pb-6">
      <div className="mx-auto max-w-[672px] rounded-large border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-[18px] shadow-float has-[textarea:focus]:border-focus">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          aria-label={label}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'composer-problem'}
          placeholder={placeholder}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
          className="block max-h-[36dvh] min-h-7 w-full resize-none bg-transparent font-serif text-read leading-normal outline-none"
        />
        {problem !== null && (
          <p id="composer-problem" role="alert" className="mt-1 text-sm text-bad">
            {problem}
          </p>
        )}
        <div className="mt-1.5 flex min-h-[34px] items-center gap-2">
          {isAnswering ? (
            <Button onClick={stop} className="-ml-1.5">
              <Square size={11} fill="currentColor" aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <span className="hidden text-xs text-ink-faint wide:inline">Enter sends, Shift-Enter for a new line</span>
          )}
          <span className="ml-auto" />
          {quickMessages.map((quick) => (
            <Button key={quick.label} look="quiet" onClick={() => onSay(quick.content)}>
              {quick.label}
            </Button>
          ))}
          <Button look={sendLook} aria-label="Send" onClick={send}>
            <Icon of={ArrowRight} />
          </Button>
        </div>
      </div>
    </div>
  );
}
