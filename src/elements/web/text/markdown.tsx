import { lazy, memo, type ReactNode, Suspense, useMemo } from 'react';

import { markdownParts } from '#text/domain/markdown-parts.ts';

import { InlineMarkContext, withInlineMarks, withoutInlineMarks } from './inline-marks.ts';
import { likelyHeight } from './likely-height.ts';
import { LongTextPart } from './long-text-part.tsx';
import { needsMarkdown } from './needs-markdown.ts';
import { isTooDeep } from './too-deep.ts';

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

interface MarkdownProps {
  readonly text: string;
  /** Text is still streaming: a caret is shown at its end. */
  readonly isStreaming?: boolean;
}

interface MarkedTextProps extends MarkdownProps {
  /** UTF-16 offsets into the text, ascending. */
  readonly offsets: readonly number[];
  /** Renders the mark at an offset. Pass the same function in every render. */
  readonly renderMark: (index: number) => ReactNode;
}

/** A text with small marks in it, such as the numbers of citations. */
export function MarkedMarkdown({ text, isStreaming = false, offsets, renderMark }: MarkedTextProps) {
  if (offsets.length === 0) return <Markdown text={text} isStreaming={isStreaming} />;
  return (
    <InlineMarkContext value={renderMark}>
      <Markdown text={withInlineMarks(text, offsets)} isStreaming={isStreaming} hasMarks />
    </InlineMarkContext>
  );
}

interface PartProps extends MarkdownProps {
  readonly hasMarks?: boolean;
}

/** The text of a message. A long one is rendered in parts; while it streams, only the last part renders again. */
export const Markdown = memo(function Markdown({ text, isStreaming = false, hasMarks = false }: PartProps) {
  const parts = useMemo(() => markdownParts(text), [text]);
  if (parts.length === 1) return <Part text={text} isStreaming={isStreaming} hasMarks={hasMarks} />;
  return parts.map(({ start, end, before }, index) => {
    const words = text.slice(start, end);
    return (
      <LongTextPart key={start} parts={parts} index={index} height={likelyHeight(words)}>
        <Part text={before + words} isStreaming={isStreaming && index === parts.length - 1} hasMarks={hasMarks} />
      </LongTextPart>
    );
  });
});

/**
 * Paragraphs and quotes of plain text are rendered at once; the parser is fetched with the first text that needs it.
 * Paragraphs are memoised.
 */
const Part = memo(function Part({ text, isStreaming = false, hasMarks = false }: PartProps) {
  const words = hasMarks ? withoutInlineMarks(text) : text;
  const plain = <PlainText text={words} isStreaming={isStreaming} />;
  if (!hasMarks && !needsMarkdown(text)) return plain;
  if (isTooDeep(text)) return <DeepText text={words} />;
  return (
    <Suspense
      fallback={
        <>
          {plain}
          <span data-arriving hidden />
        </>
      }
    >
      <RichText text={text} isStreaming={isStreaming} hasMarks={hasMarks} />
    </Suspense>
  );
});

/** The text as written. */
export function DeepText({ text }: { readonly text: string }) {
  return (
    <>
      <p role="note" className="text-sm text-ink-soft">
        This text is shown without formatting: its lists and quotes are nested too deep.
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
    </>
  );
}

function PlainText({ text, isStreaming = false }: MarkdownProps) {
  const paragraphs = text.trim() === '' ? [''] : text.trim().split(/\n[^\S\n]*\n\s*/);
  return paragraphs.map((paragraph, index) => (
    // Text only grows at its end: the index of a paragraph does not change.
    // oxlint-disable-next-line react/no-array-index-key
    <Paragraph key={index} text={paragraph} hasCaret={isStreaming && index === paragraphs.length - 1} />
  ));
}

const Paragraph = memo(function Paragraph({ text, hasCaret }: { readonly text: string; readonly hasCaret: boolean }) {
  const isQuote = text.split('\n').every((line) => line.startsWith('>'));
  const paragraph = (
    <p>
      {isQuote ? text.replace(/^> ?/gmu, '') : text}
      {hasCaret && <Caret />}
    </p>
  );
  return isQuote ? <blockquote>{paragraph}</blockquote> : paragraph;
});

/** Shown at the end of a streaming text. */
export function Caret() {
  return <span className="caret" aria-hidden="true" />;
}
