import { lazy, memo, type ReactNode, Suspense } from 'react';

import { isTooDense } from './dense-markdown.ts';
import { InlineMarkContext, withInlineMarks } from './inline-marks.ts';
import { needsMarkdown } from './needs-markdown.ts';

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
  if (offsets.length === 0 || isTooDense(text)) return <Markdown text={text} isStreaming={isStreaming} />;
  return (
    <Suspense fallback={<PlainText text={text} isStreaming={isStreaming} />}>
      <InlineMarkContext value={renderMark}>
        <RichText text={withInlineMarks(text, offsets)} isStreaming={isStreaming} hasMarks />
      </InlineMarkContext>
    </Suspense>
  );
}

/**
 * The text of a message. Paragraphs and quotes of plain text are rendered at once; the parser is fetched with the first
 * text that needs it. Paragraphs are memoised, so that only the last one renders again while text streams.
 */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const plain = <PlainText text={text} isStreaming={isStreaming} />;
  if (!needsMarkdown(text)) return plain;
  if (isTooDense(text)) return <DenseText text={text} />;
  return (
    <Suspense fallback={plain}>
      <RichText text={text} isStreaming={isStreaming} />
    </Suspense>
  );
});

/** As it was written. */
export function DenseText({ text }: { readonly text: string }) {
  return (
    <>
      <p role="note" className="text-sm text-ink-soft">
        This text is shown without formatting: it has too many signs of Markdown in one place.
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
    </>
  );
}

function PlainText({ text, isStreaming = false }: MarkdownProps) {
  const paragraphs = text.trim() === '' ? [''] : text.trim().split(/\n[^\S\n]*\n\s*/);
  return paragraphs.map((paragraph, index) => (
    // Text grows at its end alone: the index of a paragraph does not change.
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

/** Shown where more text will come. */
export function Caret() {
  return <span className="caret" aria-hidden="true" />;
}
