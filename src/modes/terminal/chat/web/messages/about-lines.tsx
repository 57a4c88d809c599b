import type { AboutPart } from '../../protocol.ts';
import { LongText } from '../tools/long-text.tsx';
import { ChatImages } from './chat-images.tsx';

const QUEUE_WORDS = {
  queued: 'Queued until this turn ends',
  absorbed: 'Read during the turn',
  dropped: 'Dropped. Claude Code never read it.',
} as const;
const SAID_WORDS = { command: 'Command', shell: 'Run in the shell', prompt: null } as const;

/** Claude Code names the hooks that it called, which are Warren's own. */
const HOOK_NEWS = /^(?:Pre|Post)Compact \[.*\] completed successfully$/gmu;

interface AboutLinesProps {
  readonly about: AboutPart;
  readonly author: 'person' | 'assistant' | 'notice';
}

/** What is to be said of a message without being asked. */
export function AboutLines({ about, author }: AboutLinesProps) {
  const { said, queue, images, isAbandoned, standing } = about;
  const output = about.output?.replaceAll(HOOK_NEWS, '').trim();
  const lines = [
    said && SAID_WORDS[said],
    queue && QUEUE_WORDS[queue],
    isAbandoned && 'Left by a rewind',
    standing === 'differs' && 'Differs from the transcript',
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
      {lines.length > 0 && (
        <p className={`pr-1 text-xs ${standing === 'differs' ? 'text-warn' : 'text-ink-faint'}`}>{lines.join(' · ')}</p>
      )}
    </div>
  );
}
