import { useQuery } from '@tanstack/react-query';

import { QueryState } from '#elements/web/page/query-state.tsx';
import { Markdown } from '#elements/web/text/markdown.tsx';

import type { HoleReading as Reading } from '../../protocol.ts';
import { HoleActions } from './hole-actions.tsx';
import { holeQuery } from './queries.ts';

export function HoleConversation({ holeId }: { readonly holeId: string }) {
  const read = useQuery(holeQuery(holeId));
  const { data: hole } = read;
  if (!hole) return <QueryState of={read} />;
  const note = noteOf(hole);
  return (
    <section
      aria-label={`What was said about ${hole.topic}`}
      data-mode="rabbit-hole"
      className="flex flex-col gap-5 rounded-medium border border-line bg-paper px-4 py-5 text-ink wide:px-6"
    >
      {hole.messages.map(({ author, content }, index) =>
        author === 'person' ? (
          // The conversation does not change, so indexes are stable keys.
          // oxlint-disable-next-line react/no-array-index-key
          <OwnWords key={index} content={content} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="say" dir="auto">
            <Markdown text={content} />
          </div>
        ),
      )}
      {note !== null && <p className="text-sm text-ink-soft">{note}</p>}
      <div className="empty:hidden">
        <HoleActions holeId={holeId} />
      </div>
    </section>
  );
}

function OwnWords({ content }: { readonly content: string }) {
  return (
    <p className="max-w-[min(54ch,88%)] self-end rounded-large rounded-br-[4px] bg-raised px-4 py-2.5 font-serif text-read leading-[1.55] [overflow-wrap:anywhere] whitespace-pre-wrap">
      <span className="sr-only">You: </span>
      <span dir="auto" className="block">
        {content}
      </span>
    </p>
  );
}

function noteOf({ status, messages }: Reading): string | null {
  if (status === 'detected' || status === 'declined') return 'You stayed on track: nothing was said about this.';
  if (status === 'entered') return 'This rabbit hole is still open. Its conversation so far:';
  return messages.length === 0 ? 'Nothing was said in it.' : null;
}
