import { keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { createStore } from '#elements/web/page/create-store.ts';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { SessionToRemember, SourceProps } from '#session/web/contribution/contribution.ts';

/** The source that points are made of, from wherever on the page that was asked for. */
const opening = createStore<MakePointsOf | null>(null);

/** A source, or words of it that become one point. */
export interface MakePointsOf extends SourceProps {
  readonly words?: string;
}

export const openMakePoints = (source: MakePointsOf) => opening.set(source);

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

const remembering = createStore<SessionToRemember | null>(null);
const sessionDialog = loadOnce(async () => (await import('../from-session/points-of-session.tsx')).PointsOfSession);

/** Opens the dialog that asks what of a session is worth remembering, on any page. */
export const openPointsOfSession = (session: SessionToRemember) => remembering.set(session);

const adding = createStore(false);
const newSet = loadOnce(async () => (await import('../paste/paste-dialog.tsx')).NewSetDialog);

/** Opens the dialog that names a new set, on any page. */
export const openNewSet = () => {
  keepTyping();
  adding.set(true);
};

interface DeckImport {
  readonly file?: File | undefined;
  /** The set that gets all points; omitted: as the file names them. */
  readonly title?: string;
}
const importing = createStore<DeckImport | null>(null);
const importDialog = loadOnce(async () => (await import('../deck/import-dialog.tsx')).ImportDialog);

/** Opens the dialog that imports a file of cards, on any page. */
export const openImport = (given: DeckImport = {}) => importing.set(given);

interface ChosenForExport {
  /** Chosen at first; none for all. */
  readonly sets: readonly string[];
  /** Only these points of the sets, which are not chosen then. */
  readonly points?: readonly string[];
}
const exporting = createStore<ChosenForExport | null>(null);
const exportDialog = loadOnce(async () => (await import('../exporting/export-dialog.tsx')).ExportDialog);

/** Opens the dialog that exports sets or points, on any page. */
export const openExport = (chosen: ChosenForExport = { sets: [] }) => exporting.set(chosen);

export async function preloadMakePoints(): Promise<void> {
  await Promise.all([dialog, sessionDialog, newSet, importDialog, exportDialog].map((part) => part.preload()));
}

/** The dialogs of recall that open from any page: points of what an agent said or a source has, a new set, import and export. */
export function MakePointsAnywhere() {
  const source = opening.useValue();
  const remembered = remembering.useValue();
  const isAdding = adding.useValue();
  const given = importing.useValue();
  const exported = exporting.useValue();
  return (
    <>
      {source && <dialog.Component {...source} onClose={() => opening.set(null)} />}
      {remembered && <sessionDialog.Component {...remembered} onClose={() => remembering.set(null)} />}
      {isAdding && <newSet.Component onClose={() => adding.set(false)} />}
      {exported && <exportDialog.Component {...exported} onClose={() => exporting.set(null)} />}
      {given && <importDialog.Component {...given} onClose={() => importing.set(null)} />}
    </>
  );
}
