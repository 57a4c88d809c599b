import type { ImageSide, PointImage } from '../../protocol.ts';

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
