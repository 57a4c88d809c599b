import { queryOptions, useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode } from 'react';

import { api } from '#http-client/web/api.ts';

import type { ImageSide, PointImage, SetImages } from '../../protocol.ts';

type ImagesOfPoints = Readonly<Record<string, readonly PointImage[]>>;

export const ImageContext = createContext<ImagesOfPoints>({});

function setImagesQuery(setId: string) {
  return queryOptions({
    queryKey: ['recall-images', setId],
    queryFn: async () => (await api<SetImages>('GET', `/api/recall/sets/${setId}/images`)).images,
  });
}

const combine = (results: readonly { readonly data?: ImagesOfPoints | undefined }[]): ImagesOfPoints =>
  Object.assign({}, ...results.map(({ data }) => data)) as ImagesOfPoints;

interface ImagesOfSetsProps {
  readonly setIds: readonly string[];
  readonly children: ReactNode;
}

/** Provides the images of the points of some sets to `PointWords`. */
export function ImagesOfSets({ setIds, children }: ImagesOfSetsProps) {
  const images = useQueries({ queries: setIds.map(setImagesQuery), combine });
  return <ImageContext value={images}>{children}</ImageContext>;
}

export function PointImages({ images, side }: { readonly images: readonly PointImage[]; readonly side: ImageSide }) {
  const shown = images.filter((image) => image.side === side);
  if (shown.length === 0) return null;
  return (
    <div className="my-2 flex flex-wrap items-start gap-2">
      {shown.map(({ id }, index) => (
        <img
          key={id}
          src={`/api/recall/images/${id}`}
          alt={`With the ${side}${shown.length > 1 ? `, ${index + 1} of ${shown.length}` : ''}`}
          className="max-h-[min(24rem,60dvh)] max-w-full rounded-small border border-line bg-surface"
        />
      ))}
    </div>
  );
}
