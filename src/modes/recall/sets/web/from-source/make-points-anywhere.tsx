import { loadOnce } from '#elements/web/page/load-once.tsx';

import { closeMakePoints, useMakePointsOpening } from './make-points-opening.ts';

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

/** The dialog that makes recall points of what an agent said, on any page. */
export function MakePointsAnywhere() {
  const source = useMakePointsOpening();
  return source && <dialog.Component {...source} onClose={closeMakePoints} />;
}
