import { type DragEvent, type ReactNode, useState } from 'react';

import { openCapture } from '../capture/web/capture-opening.ts';
import type { SourceFilter } from '../storage/protocol.ts';
import { bucketOf } from './bucket-of.ts';

interface DropPlaceProps {
  readonly filter: SourceFilter;
  readonly children: ReactNode;
}

/** The page takes files, links and text that are dropped on it. */
export function DropPlace({ filter, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer: { types } }: DragEvent) => types.includes('Files') || types.includes('text/uri-list');
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!takes(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    const link = event.dataTransfer.getData('text/uri-list');
    openCapture({ ...bucketOf(filter), ...(files.length > 0 ? { files: [...files] } : { text: link }) });
  };
  return (
    // Files can be chosen by the keyboard in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="@container relative flex min-h-0 flex-1 flex-col"
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="appear pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-medium border-2 border-dashed border-accent bg-accent-soft/90 text-accent-text">
          Drop here to add it to the library
        </div>
      )}
    </div>
  );
}
