import { useCallback, useEffect, useRef, useState } from 'react';

import { api, upload } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import { imageProblem } from '../../domain/images/image-type.ts';
import type { ImageSide, PointImage } from '../../protocol.ts';

const HEAD_BYTES = 1_024;

/** An image that is added when the point is saved. */
interface NewImage extends PointImage {
  readonly file: Blob;
  /** Object URL for the preview until then. */
  readonly address: string;
}

export interface ImageChanges {
  readonly added: readonly NewImage[];
  readonly removed: readonly string[];
  /** Images whose side was changed. */
  readonly turned: readonly PointImage[];
}

export interface ImageDraft extends ImageChanges {
  readonly kept: readonly PointImage[];
  /** Why a file was rejected; null if all were accepted. */
  readonly problem: string | null;
  readonly isChanged: boolean;
  readonly add: (files: Iterable<File>, side: ImageSide) => Promise<void>;
  readonly remove: (id: string) => void;
  readonly turn: (id: string, side: ImageSide) => void;
  /** Resets the draft for the next point. */
  readonly clear: () => void;
}

/** Images in the point editor. Changes are stored when the point is saved. */
export function useImageDraft(images: readonly PointImage[]): ImageDraft {
  const [added, setAdded] = useState<readonly NewImage[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [sides, setSides] = useState<Readonly<Record<string, ImageSide>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const addresses = useRef(new Set<string>());
  const release = useCallback(() => {
    for (const address of addresses.current) URL.revokeObjectURL(address);
    addresses.current.clear();
  }, []);
  useEffect(() => release, [release]);
  const left = images.filter(({ id }) => !removed.includes(id));
  const turned = left.flatMap(({ id, side }) => {
    const now = sides[id] ?? side;
    return now === side ? [] : [{ id, side: now }];
  });
  return {
    kept: left.map(({ id, side }) => ({ id, side: sides[id] ?? side })),
    turned,
    added,
    removed,
    problem,
    isChanged: added.length + removed.length + turned.length > 0,
    async add(files, side) {
      setProblem(null);
      for (const file of files) {
        const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
        const found = imageProblem(head, file.size);
        if (found !== null) {
          setProblem(found);
          continue;
        }
        const address = URL.createObjectURL(file);
        addresses.current.add(address);
        setAdded((before) => [...before, { id: newId(), side, file, address }]);
      }
    },
    remove(id) {
      if (added.some((image) => image.id === id)) setAdded(added.filter((image) => image.id !== id));
      else setRemoved([...removed, id]);
    },
    turn(id, side) {
      setSides({ ...sides, [id]: side });
      setAdded(added.map((image) => (image.id === id ? { ...image, side } : image)));
    },
    clear() {
      release();
      setAdded([]);
      setRemoved([]);
      setSides({});
      setProblem(null);
    },
  };
}

/** Stores the editor's changes of a point's images. Idempotent. Rejects with an ApiProblem. */
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
