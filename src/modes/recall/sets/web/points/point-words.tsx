import { useContext } from 'react';

import { ExactText } from '#elements/web/text/exact-text.tsx';

import type { PointImage } from '../../protocol.ts';
import { ImageContext, PointImages } from '../images/image-context.tsx';

interface PointWordsProps {
  readonly point: {
    readonly text: string;
    readonly question?: string | null | undefined;
    /** Omitted where they are those of the context, by `pointId`. */
    readonly images?: readonly PointImage[];
    readonly pointId?: string;
  };
  /** Of the text. */
  readonly className?: string;
}

const NONE: readonly PointImage[] = [];

/** A point with its question and images. Everything that shows a point uses this, so that it looks alike everywhere. */
export function PointWords({ point: { text, question, pointId = '', ...point }, className = '' }: PointWordsProps) {
  const given = useContext(ImageContext);
  const images = point.images ?? given[pointId] ?? NONE;
  return (
    <>
      {question && <ExactText text={question} className="mb-0.5 max-w-[62ch] font-sans text-sm text-ink-soft" />}
      <PointImages images={images} side="question" />
      <ExactText text={text} className={`max-w-[62ch] font-serif text-read leading-normal ${className}`} />
      <PointImages images={images} side="answer" />
    </>
  );
}
