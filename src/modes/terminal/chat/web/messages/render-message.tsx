import type { ReactNode } from 'react';

import { Markdown } from '#elements/web/text/markdown.tsx';
import type { Message } from '#session/protocol.ts';
import type { RenderNotice, RenderPart } from '#session/web/transcript/rows/message-parts.tsx';

import { NOTICE_DIVIDERS, NOTICE_HEADINGS } from '../../domain/shown/notice-words.ts';
import { aboutOf, type ToolsPart } from '../../domain/shown/shown-messages.ts';
import type { AboutPart, NoticeKind, ThinkingPart } from '../../protocol.ts';
import { LongText } from '../tools/long-text.tsx';
import { ToolGroup } from '../tools/tool-group.tsx';
import { ChatImages } from './chat-images.tsx';

const LOOKS: Readonly<Partial<Record<NoticeKind, string>>> = {
  'api-error': 'border-bad',
  retrying: 'border-warn',
  'feed-lost': 'border-warn',
};

const QUEUE_WORDS = {
  queued: 'Queued until this turn ends',
  absorbed: 'Read during the turn',
  dropped: 'Dropped. Claude Code never read it.',
  'taken-back': 'Taken back. Claude Code’s conversation goes on without it.',
} as const;
const SAID_WORDS = { command: 'Command', shell: 'Run in the shell', prompt: null } as const;

/** Claude Code lists the hooks that it called, which are Warren's own. */
const HOOK_NEWS = /^(?:Pre|Post)Compact \[.*\] completed successfully$/gmu;

export const renderChatPart: RenderPart = (part, message) => {
  if (part.type === 'tools') return <ToolGroup part={part as ToolsPart} messageId={message.id} />;
  if (part.type === 'about') return <AboutLines about={part as AboutPart} author={message.author} />;
  return null;
};

export const renderChatNotice: RenderNotice = (message) => {
  const about = aboutOf(message);
  return about?.notice === undefined ? undefined : (
    <NoticeLine kind={about.notice} text={message.content} output={about.output} />
  );
};

const thoughts = new WeakMap<ThinkingPart, ReactNode>();

/** The thinking that preceded a message; the same element for the same message. */
export function thoughtsOf({ parts = [] }: Message): ReactNode {
  const thinking = parts.find((part): part is ThinkingPart => part.type === 'thinking');
  if (!thinking) return null;
  const shown = thoughts.get(thinking) ?? <Thoughts {...thinking} />;
  thoughts.set(thinking, shown);
  return shown;
}

function Thoughts({ text, duration }: Pick<ThinkingPart, 'text' | 'duration'>) {
  const seconds = Math.round(duration / 1000);
  return (
    <details className="pb-2 text-sm text-ink-soft">
      <summary className="min-h-6">{seconds < 1 ? 'Thought for a moment' : `Thought for ${String(seconds)} s`}</summary>
      <div className="say mt-1 border-l-2 border-line-strong pl-3 text-sm text-ink-soft" dir="auto">
        <Markdown text={text} />
      </div>
    </details>
  );
}

interface AboutLinesProps {
  readonly about: AboutPart;
  readonly author: 'person' | 'assistant' | 'notice';
}

/** The remarks on a message that are always visible. */
function AboutLines({ about, author }: AboutLinesProps) {
  const { said, queue, images, isAbandoned, isCutOff } = about;
  // A notice shows its own output, folded.
  const output = author === 'notice' ? undefined : about.output?.replaceAll(HOOK_NEWS, '').trim();
  const lines = [
    said && SAID_WORDS[said],
    queue && QUEUE_WORDS[queue],
    isAbandoned && 'Left by a rewind',
    isCutOff && 'Interrupted. These are the words that the terminal showed last.',
  ].filter((line): line is string => typeof line === 'string');
  const hasMore = (output !== undefined && output !== '') || (images !== undefined && images.length > 0);
  if (lines.length === 0 && !hasMore) return null;
  return (
    <div
      data-abandoned={isAbandoned}
      className={`flex flex-col gap-1.5 ${author === 'person' ? 'items-end' : 'items-start'}`}
    >
      {images && images.length > 0 && <ChatImages images={images} label="Image of the message" />}
      {output !== undefined && output !== '' && (
        <LongText text={output} className="w-full rounded-medium border border-line bg-sunken px-2.5 py-2 text-left" />
      )}
      {lines.length > 0 && <p className="pr-1 text-xs text-ink-faint">{lines.join(' · ')}</p>}
    </div>
  );
}

interface NoticeLineProps {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly output: string | undefined;
}

/** Notices of what Claude Code told the model by itself, shown as dividers between the messages. */
const SELF_PROMPTED = new Set<NoticeKind>(['task-done', 'self-prompted']);

function NoticeLine({ kind, text, output }: NoticeLineProps) {
  const divider = SELF_PROMPTED.has(kind) ? text || NOTICE_HEADINGS[kind] : NOTICE_DIVIDERS[kind];
  if (divider !== undefined)
    return (
      <div role="note" className="py-1 text-xs text-ink-soft">
        <p className="flex items-center gap-3 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
          <span dir="auto" className="max-w-[80%] text-center">
            {divider}
          </span>
        </p>
        {output !== undefined && output !== '' && (
          <details className="mt-1">
            <summary className="min-h-6">Show the result</summary>
            <LongText text={output} className="mt-1 rounded-medium border border-line bg-sunken px-2.5 py-2" />
          </details>
        )}
        {kind === 'compacted' && text !== '' && (
          <details className="mt-1">
            <summary className="min-h-6">Show the summary</summary>
            <div className="say mt-2 text-sm" dir="auto">
              <Markdown text={text} />
            </div>
          </details>
        )}
      </div>
    );
  return (
    <div role="note" className={`border-l-2 py-0.5 pl-3 text-sm text-ink-soft ${LOOKS[kind] ?? 'border-line-strong'}`}>
      <p className="text-ink">{NOTICE_HEADINGS[kind] ?? kind}</p>
      {text !== '' && (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  );
}
