import { HoverCard } from 'radix-ui';
import { memo, type ReactNode, useContext, useRef, useState } from 'react';

import { useShownLight } from '#elements/web/page/page-light.ts';
import { WholeText } from '#elements/web/text/rich-text.tsx';

import { annotate, type Annotations, FLAG_ELEMENT, MARK_ELEMENT } from '../../domain/annotate.ts';
import { reasonOf } from '../../domain/flags.ts';
import { FirstMarkContext, TextContext } from './text-context.ts';

interface DraftParagraphProps {
  /** Markdown with citation marks. */
  readonly text: string;
  /** The index of its first mark; null if marks have no claims. */
  readonly firstMark: number | null;
  /** As JSON, so that an unchanged paragraph is not rendered again. */
  readonly annotations?: string;
  readonly isStreaming?: boolean;
}

export const DraftParagraph = memo(function DraftParagraph({
  text,
  firstMark,
  annotations = NO_ANNOTATIONS,
  isStreaming = false,
}: DraftParagraphProps) {
  return (
    <FirstMarkContext value={firstMark}>
      <WholeText
        // Annotations are options of the parser, so other annotations need another one.
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

interface ClaimMarkProps {
  readonly number: number;
  /** Index among the marks of its paragraph. */
  readonly index: number;
}

/** The number of a citation in a draft. Shows the passage, and opens it in its source. */
function ClaimMark({ number, index }: ClaimMarkProps) {
  const { citations, claims, open } = useContext(TextContext);
  const first = useContext(FirstMarkContext);
  const light = useShownLight();
  const [isOpen, setOpen] = useState(false);
  // After a press, the passage stays closed until the pointer or the focus returns, so that it does not cover the
  // source.
  const isPressed = useRef(false);
  const comeBack = () => (isPressed.current = false);
  const citation = citations.find((each) => each.number === number);
  const claim = first === null ? claims.find((each) => each.number === number) : claims[first + index];
  const problem = reasonOf(claim ?? { standing: citation ? 'holds' : 'unknown' });
  const title = citation?.title ?? 'no source';
  return (
    <HoverCard.Root
      open={isOpen}
      onOpenChange={(next) => setOpen(next && !isPressed.current)}
      openDelay={250}
      closeDelay={120}
    >
      <sup className="mx-0.5 leading-none whitespace-nowrap select-none before:content-['\2060']">
        <HoverCard.Trigger asChild>
          <button
            type="button"
            aria-label={`${problem === null ? 'Source' : 'To check, source'} ${String(number)}: ${title}`}
            data-flagged={problem === null ? undefined : true}
            onPointerEnter={comeBack}
            onFocus={comeBack}
            onClick={() => {
              isPressed.current = true;
              setOpen(false);
              if (citation) open(citation, claim ?? null);
            }}
            className={`relative inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[4px] px-1 font-sans text-[11px] leading-none font-medium transition-colors duration-(--fast) before:absolute before:-inset-[3px] ${
              problem === null
                ? 'bg-[color-mix(in_srgb,var(--accent)_12%,var(--paper))] text-accent hover:bg-[color-mix(in_srgb,var(--accent)_24%,var(--paper))]'
                : 'border border-dashed border-warn text-ink-soft hover:bg-raised'
            }`}
          >
            {number}
            {problem !== null && '?'}
          </button>
        </HoverCard.Trigger>
      </sup>
      <HoverCard.Portal>
        <HoverCard.Content
          sideOffset={6}
          collisionPadding={12}
          data-mode={light}
          className="appear z-30 w-[min(22rem,calc(100vw-24px))] rounded-medium border border-line bg-surface p-4 text-sm text-ink shadow-float"
        >
          <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {title}
          </p>
          {citation && citation.quote !== '' && (
            <blockquote
              dir="auto"
              className="mt-1.5 line-clamp-6 border-l-2 border-line-strong pl-3 font-serif [overflow-wrap:anywhere]"
            >
              {citation.quote}
            </blockquote>
          )}
          {problem !== null && <p className="mt-2 text-warn">{problem}</p>}
          {citation && <p className="mt-2 text-xs text-ink-faint">Press the number to open the source there.</p>}
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
