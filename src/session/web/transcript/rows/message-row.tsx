import { memo, type ReactNode, useCallback, useMemo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { FormulaWords } from '#elements/web/formula/formula-words.tsx';
import { CodeWords } from '#elements/web/text/code-words.tsx';
import { Caret, Markdown, MarkedMarkdown } from '#elements/web/text/markdown.tsx';

import type { Message, MessagePart } from '../../../protocol.ts';
import { useBranches } from '../../branches/branches-context.ts';
import { EarlierLine, EditButton, EditInPlace } from '../../branches/edit-in-place.tsx';
import type { WaitReason } from '../../client/live-client.ts';
import { shapingOf } from '../../composer/message-size.ts';
import { CopyButton } from './copy-button.tsx';
import { DayMark } from './day-mark.tsx';
import { interruptionText } from './interruption-text.ts';
import { MessageButtons } from './message-buttons.tsx';
import { type MessageMarks, segments } from './message-marks.ts';
import { type InlineParts, MessageParts, type RenderNotice, type RenderPart } from './message-parts.tsx';
import type { Onward } from './rows.ts';
import { WaitNotice, WithSettingsLink } from './wait-notice.tsx';

interface MessageRowProps {
  readonly message: Message;
  readonly day: string | null;
  readonly isLast: boolean;
  readonly streamingText: string | null;
  readonly streamingParts: readonly MessagePart[] | undefined;
  /** Absent where the mode has no parts. */
  readonly renderPart: RenderPart | undefined;
  /** Shows the mode's notices; absent where it has none of its own. */
  readonly renderNotice?: RenderNotice | undefined;
  /** Absent where the mode has no parts inside its words. */
  readonly inlineParts: InlineParts | undefined;
  readonly wait: WaitReason | null;
  /** How to continue it, if it was interrupted or cut. */
  readonly onward: Onward['by'] | null;
  readonly onOnward: (by: Onward['by']) => void;
  readonly newAgent: string | null;
  readonly marks: MessageMarks | undefined;
  readonly isContinued: boolean;
  readonly shares: 'first' | 'second' | null;
  /** Words under a reply. An empty string keeps room for them. */
  readonly aside: ReactNode;
  readonly about?: ReactNode;
  /** At the left of a message of the person. */
  readonly beside: ReactNode;
}

export const MessageRow = memo(function MessageRow({
  day,
  isLast,
  newAgent,
  marks,
  about,
  beside,
  streamingParts,
  renderPart,
  renderNotice,
  ...rest
}: MessageRowProps) {
  const { message } = rest;
  const parts = streamingParts ?? message.parts ?? NO_PARTS;
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      {day !== null && <DayMark day={day} />}
      <div
        data-message-id={message.id}
        data-author={message.author}
        data-status={message.status}
        data-last={isLast || undefined}
        // Arrow keys move from here to other messages and to buttons.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isLast ? 0 : -1}
        className={`group relative flex flex-col rounded-small -outline-offset-2 ${belowOf(rest)}`}
      >
        {newAgent !== null && <NewAgent name={newAgent} />}
        {about}
        {message.author === 'person' && (
          <OwnMessage content={message.content} message={message} beside={beside} {...(marks && { marks })} />
        )}
        {message.author === 'notice' &&
          (renderNotice?.(message) ?? <NoticeMessage message={message} isFirst={rest.shares === 'first'} />)}
        {message.author === 'assistant' && <Reply {...rest} parts={parts} hasParts={parts.length > 0} />}
        {renderPart && parts.length > 0 && <MessageParts {...{ parts, message, renderPart }} />}
        {hasButtons(message) && (
          // Words under a message push down the following rows; buttons alone fit into the space between messages.
          <span
            data-message-actions
            className={`flex items-center gap-1 pointer-coarse:gap-0 [&_output]:hidden ${rest.aside ? '' : 'absolute bottom-0 -left-1.5 pointer-coarse:-left-4'}`}
          >
            {rest.aside && <Aside>{rest.aside}</Aside>}
            <MessageButtons message={message} />
          </span>
        )}
      </div>
    </div>
  );
});

const NO_PARTS: readonly MessagePart[] = [];

type Below = Pick<MessageRowProps, 'message' | 'isContinued' | 'shares' | 'aside'>;

/** A complete reply. Messages of the person have their buttons at the other edge. */
const hasButtons = ({ author, status, content }: Message) =>
  author === 'assistant' && status === 'complete' && content !== '';

/** The class for the space before the next message. */
function belowOf({ message, isContinued, shares, aside }: Below) {
  if (shares === 'first') return 'pb-0';
  if (isContinued) return 'pb-3';
  // Words under a message are closer to it than to the next one.
  if (aside !== null && aside !== '' && hasButtons(message)) return 'pb-4';
  return aside === null ? 'pb-6' : 'pb-10';
}

export function NewAgent({ name }: { readonly name: string }) {
  return <p className="pb-2 text-xs text-ink-faint">{`From here on: ${name}`}</p>;
}

interface OwnMessageProps {
  readonly content: string;
  /** Absent while it waits to be sent. */
  readonly message?: Message;
  /** Words under it, at the bubble's edge. */
  readonly aside?: ReactNode;
  /** At the left of the bubble. */
  readonly beside?: ReactNode;
  readonly marks?: MessageMarks;
}

export function Aside({ children, className = '' }: { readonly children: ReactNode; readonly className?: string }) {
  return <span className={`pr-1 text-xs leading-6 text-ink-faint ${className}`}>{children}</span>;
}

export function OwnMessage({ content, message, marks, aside, beside }: OwnMessageProps) {
  const branches = useBranches();
  const edited = message && branches?.edited?.messageId === message.id ? branches.edited : null;
  const earlier = message?.earlier && <EarlierLine earlier={message.earlier} />;
  if (branches && edited)
    return (
      <>
        {earlier}
        <EditInPlace edited={edited} before={content} branches={branches} />
      </>
    );
  return (
    <>
      {earlier}
      <p
        className={`relative max-w-[min(54ch,88%)] self-end rounded-large rounded-br-[4px] bg-raised px-4 py-2.5 font-serif text-read leading-[1.55] [overflow-wrap:anywhere] whitespace-pre-wrap ${shapingOf(content)}`}
      >
        <span className="sr-only">You: </span>
        <span dir="auto" className="block">
          {marks ? <Marked content={content} quotes={marks.quotes} /> : <FormulaWords text={content} />}
        </span>
        {beside}
      </p>
      {marks && <Notes notes={marks.notes} />}
      {/* Positioned in the space between messages, so that nothing moves. */}
      <span
        data-message-actions
        className="absolute right-0 bottom-0 flex flex-row-reverse items-center gap-1 pointer-coarse:-right-2.5 pointer-coarse:gap-0 [&_output]:hidden"
      >
        {aside}
        {message ? <MessageButtons message={message} /> : <CopyButton text={content} />}
        {message && <EditButton message={message} />}
      </span>
    </>
  );
}

function Marked({ content, quotes }: { readonly content: string; readonly quotes: readonly string[] }) {
  let at = 0;
  return segments(content, quotes).map(({ text, isMarked }) => {
    const key = at;
    at += text.length;
    const words = <FormulaWords text={text} />;
    if (!isMarked) return <span key={key}>{words}</span>;
    return (
      <mark key={key} className="bg-transparent text-ink underline decoration-accent decoration-2 underline-offset-4">
        {words}
      </mark>
    );
  });
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <ul className="mt-1.5 flex max-w-[min(54ch,88%)] flex-col gap-1 self-end pr-1 text-sm text-ink-soft">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <span aria-hidden="true" className="mt-[0.4em] size-2 flex-none rounded-full bg-accent" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="sr-only">Recalled: </span>
            <span dir="auto">{note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The vertical line at the left of a problem. */
const PROBLEM = 'border-l-2 border-warn pl-4 text-ink-soft';

interface NoticeProps {
  readonly message: Pick<Message, 'problem' | 'content'>;
  /** The next row continues it. */
  readonly isFirst?: boolean;
}

function NoticeMessage({ message, isFirst = false }: NoticeProps) {
  return (
    <div role="note" className={`${PROBLEM} pt-0.5 ${isFirst ? 'pb-2' : 'pb-0.5'}`}>
      <p className="text-ink">
        <CodeWords text={message.problem?.message ?? message.content} />
      </p>
      {message.problem && (
        <p>
          <WithSettingsLink text={message.problem.remedy} />
        </p>
      )}
    </div>
  );
}

const ONWARD = { retry: 'Retry', continue: 'Continue' };

interface ReplyProps extends Omit<
  MessageRowProps,
  | 'day'
  | 'isLast'
  | 'aside'
  | 'newAgent'
  | 'marks'
  | 'about'
  | 'beside'
  | 'streamingParts'
  | 'renderPart'
  | 'renderNotice'
> {
  readonly hasParts: boolean;
  readonly parts: readonly MessagePart[];
}

interface WordsProps {
  readonly text: string;
  readonly isStreaming: boolean;
  readonly parts: readonly MessagePart[];
  readonly inlineParts: InlineParts;
}

function WordsWithParts({ text, isStreaming, parts, inlineParts }: WordsProps) {
  const offsets = useMemo(() => inlineParts.offsetsOf(parts), [inlineParts, parts]);
  const renderMark = useCallback((index: number) => inlineParts.render(parts, index), [inlineParts, parts]);
  return <MarkedMarkdown text={text} isStreaming={isStreaming} offsets={offsets} renderMark={renderMark} />;
}

function Reply({
  message,
  streamingText,
  hasParts,
  parts,
  inlineParts,
  wait,
  onward,
  onOnward,
  isContinued,
  shares,
}: ReplyProps) {
  const isStreaming = message.status === 'streaming';
  const text = isStreaming ? (streamingText ?? message.content) : message.content;
  return (
    <>
      <div className="say" dir="auto">
        {isStreaming && text === '' && !hasParts ? (
          <p>
            <Caret />
          </p>
        ) : (
          text !== '' &&
          (inlineParts ? (
            <WordsWithParts {...{ text, isStreaming, parts, inlineParts }} />
          ) : (
            <Markdown text={text} isStreaming={isStreaming} />
          ))
        )}
      </div>
      {isStreaming && wait && <WaitNotice wait={wait} />}
      {message.status === 'interrupted' && !isContinued && <Interruption {...{ message, onward, onOnward, shares }} />}
    </>
  );
}

/** Why a reply ended early, and the button to continue it. A spending limit is shown as a notice, not as an error. */
function Interruption({
  message,
  onward,
  onOnward,
  shares,
}: Pick<ReplyProps, 'message' | 'onward' | 'onOnward' | 'shares'>) {
  const button = onward && <Button onClick={() => onOnward(onward)}>{ONWARD[onward]}</Button>;
  const isPaused = message.problem?.reason === 'spending-limit';
  const space = message.content === '' ? '' : 'mt-2';
  if (shares === 'second')
    return (
      <div className={`${PROBLEM} pb-0.5`}>
        <p>Your message was not answered for the same reason.</p>
        {button && <div className="pt-2">{button}</div>}
      </div>
    );
  if (isPaused)
    return (
      <div className={space}>
        <NoticeMessage message={message} isFirst={button !== null} />
        {button && <div className={`${PROBLEM} pb-0.5`}>{button}</div>}
      </div>
    );
  return (
    <div className={`flex flex-wrap items-center gap-3 text-sm text-ink-soft ${space}`}>
      <p className={message.reason === 'failed' ? 'text-bad' : ''}>
        <WithSettingsLink text={interruptionText(message)} />
      </p>
      {button}
    </div>
  );
}
