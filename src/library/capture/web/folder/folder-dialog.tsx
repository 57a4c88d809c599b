import { Dialog } from '#elements/web/dialog.tsx';

import { useAdded } from '../use-added.ts';
import { FolderChoice } from './folder-choice.tsx';
import { FolderResult } from './folder-result.tsx';
import { dismissFolderRun, importFolder, useFolderRun } from './folder-run.ts';

/** Imports a folder of notes and documents, and shows how far that is and what came of it. */
export function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const run = useFolderRun();
  const added = useAdded();
  const choose = (files: readonly File[], bucketId: string | null) => {
    void importFolder(files, bucketId).then(added.refresh);
  };
  const finish = () => {
    if (run) added.say(run.added);
    dismissFolderRun();
    onClose();
  };
  return (
    <Dialog
      title={titleOf(run)}
      description={
        run?.isRunning
          ? 'You can close this. The import goes on while this page is open.'
          : 'Markdown, text, HTML, PDF and Word files become sources. Front matter and tags are kept.'
      }
      onClose={onClose}
    >
      {run ? <FolderResult run={run} onDone={finish} /> : <FolderChoice onChoose={choose} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf(run: ReturnType<typeof useFolderRun>): string {
  if (!run) return 'Import a folder';
  return run.isRunning ? `Importing ${run.folder}` : `Imported ${run.folder}`;
}
