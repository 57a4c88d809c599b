import { Dialog } from '#elements/web/dialog.tsx';

import { useLibraryChanged } from '../../../sources/web/use-library-changed.ts';
import { FolderChoice } from './folder-choice.tsx';
import { FolderResult } from './folder-result.tsx';
import { dismissFolderRun, type FolderRun, importFolder, useFolderRun } from './folder-run.ts';

/** Imports a folder of notes and documents, and shows how far that is and what came of it. */
export function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const run = useFolderRun();
  const changed = useLibraryChanged();
  const choose = (files: readonly File[], bucket: string | null | undefined) => {
    void importFolder(files, bucket).then(() => changed('Imported the folder'));
  };
  const finish = () => {
    dismissFolderRun();
    onClose();
  };
  return (
    <Dialog
      title={titleOf(run)}
      description={
        run?.isRunning
          ? 'You can close this. The import goes on while this page is open.'
          : 'Markdown, text, HTML, PDF and Word files become sources. Front matter and tags are kept. A second import updates them.'
      }
      onClose={onClose}
    >
      {run ? <FolderResult run={run} onDone={finish} /> : <FolderChoice onChoose={choose} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf(run: FolderRun | null): string {
  if (!run) return 'Import a folder';
  return run.isRunning ? `Importing ${run.folder}` : `Imported ${run.folder}`;
}
