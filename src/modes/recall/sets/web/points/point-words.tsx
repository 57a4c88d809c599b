import { ExactText } from '#elements/web/text/exact-text.tsx';

interface PointWordsProps {
  readonly point: { readonly text: string; readonly question?: string | null | undefined };
  /** Of the text. */
  readonly className?: string;
}

/** A point with its question. Everything that shows a point uses this, so that it looks alike everywhere. */
export function PointWords({ point: { text, question }, className = '' }: PointWordsProps) {
  return (
    <>
      {question && <ExactText text={question} className="max-w-[62ch] font-sans text-sm text-ink-soft" />}
      <ExactText text={text} className={`max-w-[62ch] font-serif text-read leading-normal ${className}`} />
    </>
  );
}
