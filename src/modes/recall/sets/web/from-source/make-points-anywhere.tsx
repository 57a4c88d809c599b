import { keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { createStore } from '#elements/web/page/create-store.ts';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { SessionToRemember, SourceProps } from '#session/web/contribution/contribution.ts';

/** The source in the open dialog; null if it is closed. Any component can set it. */
const opening = createStore<MakePointsOf | null>(null);

/** A source, or words in it that become one point. */
export interface MakePointsOf extends SourceProps {
  readonly words?: string;
}

export const openMakePoints = (source: MakePointsOf) => opening.set(source);

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

const remembering = createStore<SessionToRemember | null>(null);
const sessionDialog = loadOnce(async () => (await import('../from-session/points-of-session.tsx')).PointsOfSession);

/** Opens the dialog that proposes points from a session, on any page. */
export const openPointsOfSession = (session: SessionToRemember) => remembering.set(session);

const adding = createStore(false);
const newSet = loadOnce(async () => (await import('../paste/paste-dialog.tsx')).NewSetDialog);

/** Opens the dialog for a new set, on any page. */
export const openNewSet = () => {
  keepTyping();
  adding.set(true);
};

interface DeckImport {
  readonly file?: File | undefined;
  /** The set for all points; default: the sets in the file. */
  readonly title?: string;
}
const importing = createStore<DeckImport | null>(null);
const importDialog = loadOnce(async () => (await import('../deck/import-dialog.tsx')).ImportDialog);

/** Opens the dialog that imports a file of cards, on any page. */
export const openImport = (given: DeckImport = {}) => importing.set(given);

interface ChosenForExport {
  /** Sets that are selected initially; empty for all. */
  readonly sets: readonly string[];
  /** Limits the export to these points. The sets then cannot be selected. */
  readonly points?: readonly string[];
}
const exporting = createStore<ChosenForExport | null>(null);
const exportDialog = loadOnce(async () => (await import('../exporting/export-dialog.tsx')).ExportDialog);

/** Opens the dialog that exports sets or points, on any page. */
export const openExport = (chosen: ChosenForExport = { sets: [] }) => exporting.set(chosen);

export async function preloadMakePoints(): Promise<void> {
  await Promise.all([dialog, sessionDialog, newSet, importDialog, exportDialog].map((part) => part.preload()));
}

/** Recall dialogs that open on any page: points from a source or session, a new set, import and export. */
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
