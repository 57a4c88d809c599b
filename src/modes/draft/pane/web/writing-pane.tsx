import { useQuery } from '@tanstack/react-query';

import { useStayAtEnd } from '#session/web/transcript/use-stay-at-end.ts';

import { versionQuery } from './queries.ts';
import { SizeLine } from './size-line.tsx';
import { DraftText } from './text/draft-text.tsx';
import type { Writing } from './use-writing.ts';

/** A draft while it is being written. */
export function WritingPane({ writing: { head, text, isUnderWay } }: { readonly writing: Writing }) {
  const { target, title, platform } = head;
  const { data: base } = useQuery({
    ...versionQuery(target?.draftId ?? '', target?.version ?? 0),
    enabled: target !== undefined,
  });
  const { scroller, content } = useStayAtEnd();
  const around =
    target && base ? { before: base.text.slice(0, target.start), after: base.text.slice(target.end) } : null;
  const shownTitle = target ? base?.title : title;
  return (
    <>
      <header className="flex min-h-14 flex-none items-center gap-3 border-b border-line px-4 wide:px-6">
        <p className="text-sm font-semibold">{isUnderWay ? 'Writing' : 'Written'}</p>
        <span className="ml-auto" />
        <SizeLine text={around ? around.before + text + around.after : text} platform={platform} />
      </header>
      <section
        ref={scroller}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="The text so far"
        aria-busy={isUnderWay}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-7 [overflow-anchor:none] focus-visible:-outline-offset-2 wide:px-10"
      >
        <div ref={content}>
          {shownTitle !== undefined && shownTitle !== '' && (
            <h2 dir="auto" className="mb-3.5 font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
              {shownTitle}
            </h2>
          )}
          {around && <DraftText text={around.before} />}
          <div className={around ? 'my-[0.7em] border-l-2 border-accent pl-3' : ''}>
            <DraftText text={text} isStreaming={isUnderWay} />
          </div>
          {around && <DraftText text={around.after} />}
        </div>
      </section>
    </>
  );
}
