import { createStore } from '#elements/web/page/create-store.ts';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

/** The source that points are made of, from wherever on the page that was asked for. */
const opening = createStore<MakePointsOf | null>(null);

/** A source, or words of it that become one point. */
export interface MakePointsOf extends SourceProps {
  readonly words?: string;
}

export const openMakePoints = (source: MakePointsOf) => opening.set(source);

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

const adding = createStore(false);
const newSet = loadOnce(async () => (await import('../new-set-dialog.tsx')).NewSetDialog);

/** Opens the dialog that names a new set, on any page. */
export const openNewSet = () => adding.set(true);

/** The dialogs of recall that open from any page: points of what an agent said or a source has, and a new set. */
export function MakePointsAnywhere() {
  const source = opening.useValue();
  const isAdding = adding.useValue();
  return (
    <>
      {source && <dialog.Component {...source} onClose={() => opening.set(null)} />}
      {isAdding && <newSet.Component onClose={() => adding.set(false)} />}
    </>
  );
}
