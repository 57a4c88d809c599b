import { api } from '#http-client/web/api.ts';

import type { Leech } from '../../protocol.ts';
import { PointEditor } from '../points/point-editor.tsx';
import type { PointText } from '../points/use-points.ts';

interface EditLeechProps {
  readonly leech: Leech;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Rewrites a leech. It is then not listed until it lapses several more times. */
export function EditLeech({ leech, name, onDone, onClose }: EditLeechProps) {
  const save = async (changed: PointText) => {
    await api('PATCH', `/api/recall/points/${leech.pointId}`, changed);
    if (changed.text !== leech.text) await api('POST', `/api/recall/points/${leech.pointId}/dismiss-leech`);
    onDone();
  };
  return <PointEditor name={name} point={leech} onSave={save} onClose={onClose} />;
}
