import { Markdown } from '#elements/web/text/markdown.tsx';
import type { RenderNotice, RenderPart } from '#session/web/transcript/rows/message-parts.tsx';

import { NOTICE_DIVIDERS, NOTICE_HEADINGS } from '../../domain/shown/notice-words.ts';
import { aboutOf, type ToolsPart } from '../../domain/shown/shown-messages.ts';
import type { AboutPart, NoticeKind } from '../../protocol.ts';
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
} as const;
const SAID_WORDS = { command: 'Command', shell: 'Run in the shell', prompt: null } as const;

/** Claude Code names the hooks that it called, which are Warren's own. */
const HOOK_NEWS = /^(?:Pre|Post)Compact \[.*\] completed successfully$/gmu;

export const renderChatPart: RenderPart = (part, message) => {
  if (part.type === 'tools') return <ToolGroup part={part as ToolsPart} messageId={message.id} />;
  if (part.type === 'about') return <AboutLines about={part as AboutPart} author={message.author} />;
  return null;
};

export const renderChatNotice: RenderNotice = (message) => {
  const kind = aboutOf(message)?.notice;
  return kind === undefined ? undefined : <NoticeLine kind={kind} text={message.content} />;
};

interface AboutLinesProps {
  readonly about: AboutPart;
  readonly author: 'person' | 'assistant' | 'notice';
}

/** The remarks on a message that are shown without being asked for. */
function AboutLines({ about, author }: AboutLinesProps) {
  const { said, queue, images, isAbandoned } = about;
  const output = about.output?.replaceAll(HOOK_NEWS, '').trim();
  const lines = [said && SAID_WORDS[said], queue && QUEUE_WORDS[queue], isAbandoned && 'Left by a rewind'].filter(
    (line): line is string => typeof line === 'string',
  );
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

function NoticeLine({ kind, text }: { readonly kind: NoticeKind; readonly text: string }) {
  const divider = NOTICE_DIVIDERS[kind];
  if (divider !== undefined)
    return (
      <div role="note" className="py-1 text-xs text-ink-soft">
        <p className="flex items-center gap-3 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
          <span className="max-w-[80%] text-center">{divider}</span>
        </p>
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
