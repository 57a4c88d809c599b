import { api, upload } from '#http-client/web/api.ts';

import type { PointImage } from '../../protocol.ts';
import type { ImageChanges } from './use-image-draft.ts';

/** Stores what an editor changed of a point's images. Sent again, it changes nothing more. Rejects with an ApiProblem. */
export async function saveImages(
  pointId: string,
  images: readonly PointImage[],
  { added, removed, turned }: ImageChanges,
): Promise<readonly PointImage[]> {
  for (const id of removed) await api('DELETE', `/api/recall/images/${id}`);
  for (const { id, side } of turned) await api('PATCH', `/api/recall/images/${id}`, { side });
  const stored = images
    .filter(({ id }) => !removed.includes(id))
    .map((image) => turned.find(({ id }) => id === image.id) ?? image);
  for (const { id, side, file } of added) {
    const image = await upload<PointImage>(`/api/recall/points/${pointId}/images?id=${id}&side=${side}`, file);
    if (!stored.some((each) => each.id === image.id)) stored.push(image);
  }
  return stored;
}
