import { useContext } from 'react';

import { ExactText } from '#elements/web/text/exact-text.tsx';

import type { PointImage } from '../../protocol.ts';
import { ImageContext, PointImages } from '../images/image-context.tsx';

interface PointWordsProps {
  readonly point: {
    readonly text: string;
    readonly question?: string | null | undefined;
    /** Default: the images of `pointId` in the image context. */
    readonly images?: readonly PointImage[];
    readonly pointId?: string;
  };
  /** Class of the text element. */
  readonly className?: string;
}

const NONE: readonly PointImage[] = [];

/** A point with its question and images. Use this wherever a point is shown, for a consistent look. */
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
