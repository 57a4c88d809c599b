import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode, useMemo } from 'react';

import { DeepText } from '#elements/web/text/markdown.tsx';
import { WebLink, WholeText } from '#elements/web/text/rich-text.tsx';
import { isTooDeep } from '#elements/web/text/too-deep.ts';

import type { ReadingBlock } from '../../domain/reading-blocks.ts';
import { type MarkedRange, markRanges, type ShownInText } from './mark-ranges.ts';

interface SourceTextProps {
  readonly content: string;
  readonly block: ReadingBlock;
  readonly marks: readonly MarkedRange[];
  readonly links: ShownInText['links'];
}

/** One block of a source as Markdown, with an anchor per passage and with marked ranges. */
export const SourceText = memo(function SourceText({ content, block, marks, links }: SourceTextProps) {
  const shown = useMemo((): ShownInText => {
    const { start, end, before, passages } = block;
    const inText = (offset: number) => Math.max(offset - start, 0) + before.length;
    return {
      marks: marks
        .filter((mark) => mark.start < end && mark.end > start)
        .map((mark) => ({ ...mark, start: inText(mark.start), end: inText(mark.end) })),
      anchors: passages.map(({ start: offset, number }) => ({ offset: inText(offset), number })),
      links,
    };
  }, [block, marks, links]);
  const text = block.before + content.slice(block.start, block.end);
  if (isTooDeep(text)) return <DeepText text={text} />;
  return (
    <WholeText
      // Marks are options of the parser, so other marks need a new parser.
      key={JSON.stringify(shown.marks)}
      text={text}
      plugin={[markRanges, shown]}
      link={TextLink}
    />
  );
});

interface TextLinkProps {
  readonly 'data-source'?: string;
  readonly 'data-missing'?: string;
  readonly href?: unknown;
  readonly children?: ReactNode;
}

/** A link to the web, to another source, or to a missing source. */
function TextLink({ 'data-source': source, 'data-missing': missing, ...rest }: TextLinkProps) {
  const navigate = useNavigate();
  if (missing !== undefined) return <span title={`There is no source called “${missing}”`}>{rest.children}</span>;
  if (source === undefined) return <WebLink {...rest} />;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ to: `/library/${source}` });
  };
  return (
    <a href={`/library/${source}`} onClick={open}>
      {rest.children}
    </a>
  );
}
