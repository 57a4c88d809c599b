import { createStore } from '#elements/web/page/create-store.ts';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

/** The source that points are made of, from wherever on the page that was asked for. */
const opening = createStore<MakePointsOf | null>(null);

/** A source, or words of it that become one point. */
export interface MakePointsOf extends SourceProps {
  readonly words?: string;
}

/** Opens the dialog that makes recall points of a source. */
export const openMakePoints = (source: MakePointsOf) => opening.set(source);

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

/** The dialog that makes recall points of what an agent said, on any page. */
export function MakePointsAnywhere() {
  const source = opening.useValue();
  return source && <dialog.Component {...source} onClose={() => opening.set(null)} />;
}
