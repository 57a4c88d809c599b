import { memo, type ReactNode, useContext } from 'react';

import { WholeText } from '#elements/web/text/rich-text.tsx';

import { annotate, type Annotations, FLAG_ELEMENT, MARK_ELEMENT } from '../../domain/annotate.ts';
import { ClaimMark } from '../claims/claim-mark.tsx';
import { FirstMarkContext, TextContext } from './text-context.ts';

interface DraftParagraphProps {
  /** Markdown with marks. */
  readonly text: string;
  /** The index of its first mark; null where marks have no claims of their own. */
  readonly firstMark: number | null;
  /** As JSON, so that a paragraph that stays the same is not rendered again. */
  readonly annotations?: string;
  readonly isStreaming?: boolean;
}

/** One paragraph of a draft, as it is read. */
export const DraftParagraph = memo(function DraftParagraph({
  text,
  firstMark,
  annotations = NO_ANNOTATIONS,
  isStreaming = false,
}: DraftParagraphProps) {
  return (
    <FirstMarkContext value={firstMark}>
      <WholeText
        // Annotations are options of the parser, which is made anew for others.
        key={annotations}
        text={text}
        plugin={[annotate, JSON.parse(annotations) as Annotations]}
        made={MADE}
        isStreaming={isStreaming}
      />
    </FirstMarkContext>
  );
});

const NO_ANNOTATIONS = '{"flags":[]}';

function Mark({ number, index }: { readonly number?: unknown; readonly index?: unknown }) {
  return typeof number === 'number' && typeof index === 'number' ? <ClaimMark number={number} index={index} /> : null;
}

function Flagged({ index, children }: { readonly index?: unknown; readonly children?: ReactNode }) {
  const { flags } = useContext(TextContext);
  const flag = typeof index === 'number' ? flags[index] : undefined;
  return (
    <span
      title={flag?.reason}
      data-flag={typeof index === 'number' ? index : undefined}
      className="underline decoration-warn decoration-dotted decoration-2 underline-offset-4"
    >
      {children}
    </span>
  );
}

const MADE = { [MARK_ELEMENT]: Mark, [FLAG_ELEMENT]: Flagged } as Parameters<typeof WholeText>[0]['made'] & object;
