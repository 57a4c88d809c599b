import { api } from '#http-client/web/api.ts';
import type { FoundThing } from '#session/web/contribution/contribution.ts';

import type { FoundPoints } from '../sets/protocol.ts';

export async function findPoints(typed: string): Promise<readonly FoundThing[]> {
  const path = `/api/recall/points?${new URLSearchParams({ q: typed }).toString()}` as const;
  const { points } = await api<FoundPoints>('GET', path);
  return points.map(({ pointId, setId, text, setTitle }) => ({
    id: pointId,
    label: text,
    note: setTitle,
    to: `/recall/${setId}`,
  }));
}
