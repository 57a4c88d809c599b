import { Markdown } from '#elements/web/text/markdown.tsx';

import { NOTICE_DIVIDERS, NOTICE_HEADINGS } from '../../domain/shown/notice-words.ts';
import type { NoticeKind } from '../../protocol.ts';

const LOOKS: Readonly<Partial<Record<NoticeKind, string>>> = {
  'api-error': 'border-bad',
  retrying: 'border-warn',
  'feed-lost': 'border-warn',
};

interface NoticeLineProps {
  readonly kind: NoticeKind;
  readonly text: string;
}

/** A divider, or news between the messages. */
export function NoticeLine({ kind, text }: NoticeLineProps) {
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
