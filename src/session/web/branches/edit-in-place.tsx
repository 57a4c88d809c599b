import { History, Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { caretAtEnd } from '#elements/web/focus/typed-ahead.ts';
import { FormActions } from '#elements/web/form-actions.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { isBlank } from '#kernel/clean-text.ts';

import type { EarlierVersion, Message } from '../../protocol.ts';
import { isTooLong } from '../composer/message-size.ts';
import { MessageButton } from '../transcript/rows/message-button.tsx';
import { type Branches, type Edited, useBranches } from './branches-context.ts';

interface EditInPlaceProps {
  readonly edited: Edited;
  /** The words as they were sent. */
  readonly before: string;
  readonly branches: Pick<Branches, 'write' | 'cancel' | 'resend'>;
}

/** The editor of a message, in the place of the message. */
export function EditInPlace({ edited, before, branches }: EditInPlaceProps) {
  const { text, isSent } = edited;
  const { write, cancel, resend } = branches;
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const isLong = isTooLong(text);
  const isSame = isBlank(text) || text === before;
  useEffect(() => {
    field.current?.focus();
    caretAtEnd(field.current);
  }, []);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);
  const close = (isKept: boolean) => {
    // The field is removed, and its message takes the focus.
    const row = field.current?.closest<HTMLElement>('[data-message-id]');
    cancel(isKept);
    if (isKept) toast({ text: 'Not sent. Your change is there when you edit the message again.' });
    row?.focus({ preventScroll: true });
  };
  const send = () => {
    if (!isSame && !isLong) resend();
  };
  const answerKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close(text !== before);
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <div className="flex w-[min(54ch,88%)] max-w-full flex-col gap-2 self-end rounded-large border border-line-strong bg-surface px-4 py-2.5 has-[textarea:focus]:border-focus">
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        readOnly={isSent}
        aria-label="Edit message"
        aria-describedby="edit-note"
        aria-invalid={isLong}
        onChange={(event) => write(event.target.value)}
        onKeyDown={answerKey}
        className="max-h-[40dvh] w-full resize-none bg-transparent font-serif text-read leading-[1.55] outline-none"
      />
      <p id="edit-note" className={`text-xs ${isLong ? 'text-bad' : 'text-ink-faint'}`}>
        {isLong
          ? 'This is longer than 256 KiB, the limit for one message. Shorten it.'
          : 'What follows it leaves the conversation and stays readable.'}
      </p>
      <FormActions>
        <Button look="quiet" onClick={() => close(false)}>
          Cancel
        </Button>
        <Button onClick={send} disabled={isSame || isLong || isSent}>
          Send again
        </Button>
      </FormActions>
    </div>
  );
}

/** A line that opens the earlier version of an edited message. */
export function EarlierLine({ earlier }: { readonly earlier: EarlierVersion }) {
  const branches = useBranches();
  if (!branches) return null;
  return (
    <Button look="quiet" className="mb-1 self-end text-sm" onClick={() => branches.read(earlier)}>
      <History size={14} strokeWidth={1.6} aria-hidden="true" />
      An earlier version{answersOf(earlier)}
    </Button>
  );
}

function answersOf({ answers }: EarlierVersion): string {
  if (answers === 0) return ', not answered';
  return answers === 1 ? ', with its answer' : `, with its ${answers} answers`;
}

/** Edits a message of the person; absent where that is not possible. */
export function EditButton({ message }: { readonly message: Message }) {
  const branches = useBranches();
  if (!branches?.mayEdit(message)) return null;
  return <MessageButton label="Edit message" icon={Pencil} onClick={() => branches.begin(message)} />;
}
