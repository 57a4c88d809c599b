import { memo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Caret, Markdown } from '#elements/web/markdown.tsx';

import type { Message } from '../../protocol.ts';
import { CopyButton } from './copy-button.tsx';
import { DayMark } from './day-mark.tsx';
import { interruptionText } from './interruption-text.ts';

interface MessageRowProps {
  readonly message: Message;
  /** The day that begins with this message. */
  readonly day: string | null;
  /** The reply so far, while it is coming. */
  readonly streamingText: string | null;
  readonly mayRetry: boolean;
  readonly onRetry: () => void;
}

export const MessageRow = memo(function MessageRow({ day, ...rest }: MessageRowProps) {
  const { message } = rest;
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      {day !== null && <DayMark day={day} />}
      <div
        data-message-id={message.id}
        data-author={message.author}
        data-status={message.status}
        className="group relative flex flex-col pb-6"
      >
        {message.author === 'person' && <OwnMessage content={message.content} />}
        {message.author === 'notice' && <NoticeMessage message={message} />}
        {message.author === 'assistant' && <Reply {...rest} />}
      </div>
    </div>
  );
});

export function OwnMessage({ content }: { readonly content: string }) {
  return (
    <>
      <p className="max-w-[min(54ch,88%)] self-end rounded-large rounded-br-[4px] bg-raised px-4 py-2.5 font-serif text-read leading-[1.55] [overflow-wrap:anywhere] whitespace-pre-wrap">
        <span className="sr-only">You: </span>
        <span dir="auto" className="block">
          {content}
        </span>
      </p>
      <span className="absolute right-0 bottom-0">
        <CopyButton text={content} />
      </span>
    </>
  );
}

function NoticeMessage({ message }: { readonly message: Message }) {
  return (
    <div role="note" className="border-l-2 border-warn py-0.5 pl-4 text-ink-soft">
      <p className="text-ink">{message.problem?.message ?? message.content}</p>
      {message.problem && <p>{message.problem.remedy}</p>}
    </div>
  );
}

function Reply({ message, streamingText, mayRetry, onRetry }: Omit<MessageRowProps, 'day'>) {
  const isStreaming = message.status === 'streaming';
  const text = isStreaming ? (streamingText ?? message.content) : message.content;
  return (
    <>
      <div className="say" dir="auto">
        {isStreaming && text === '' ? (
          <p>
            <Caret />
          </p>
        ) : (
          text !== '' && <Markdown text={text} isStreaming={isStreaming} />
        )}
      </div>
      {message.status === 'interrupted' && (
        <div className={`flex flex-wrap items-center gap-3 text-sm text-ink-soft ${text === '' ? '' : 'mt-2'}`}>
          <p className={message.reason === 'failed' ? 'text-bad' : ''}>{interruptionText(message)}</p>
          {mayRetry && <Button onClick={onRetry}>Retry</Button>}
        </div>
      )}
      {message.status === 'complete' && (
        <span className="absolute bottom-0 -left-1.5">
          <CopyButton text={text} />
        </span>
      )}
    </>
  );
}
