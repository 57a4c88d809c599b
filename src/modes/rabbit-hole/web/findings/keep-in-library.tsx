import { Dialog } from '#elements/web/dialog.tsx';

import { HoleConversation } from '../history/hole-reading.tsx';

interface KeepInLibraryProps {
  readonly holeId: string;
  readonly topic: string;
  readonly onClose: () => void;
}

/** What was said in a rabbit hole, to keep as a source: for a host that has no points to add to. */
export function KeepInLibrary({ holeId, topic, onClose }: KeepInLibraryProps) {
  return (
    <Dialog
      title="Keep what I found"
      description={`From “${topic}”. It goes to your library as a source, and is never taken for your own thought.`}
      onClose={onClose}
    >
      <div className="mt-4">
        <HoleConversation holeId={holeId} />
      </div>
    </Dialog>
  );
}
