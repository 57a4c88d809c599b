import { type DragEvent, type ReactNode, useState } from 'react';

interface DropPlaceProps {
  /** The effect of a drop, shown while something is dragged over the page. */
  readonly words: string;
  /** Accepted media types, or `Files`. */
  readonly takes: readonly string[];
  readonly onDrop: (dropped: DataTransfer) => void;
  readonly children: ReactNode;
}

/** A page that accepts drops. */
export function DropPlace({ words, takes, onDrop, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const isTaken = ({ dataTransfer: { types } }: DragEvent) => takes.some((type) => types.includes(type));
  const drop = (event: DragEvent) => {
    setOver(false);
    // A field can have handled it already.
    if (!isTaken(event) || event.defaultPrevented) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  };
  return (
    // With the keyboard, files are chosen in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="@container relative flex min-h-0 flex-1 flex-col"
      onDragOver={(event) => {
        const isOwn = isTaken(event) && !event.defaultPrevented;
        setOver(isOwn);
        if (isOwn) event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="appear pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-medium border-2 border-dashed border-accent bg-accent-soft/90 text-accent-text">
          {words}
        </div>
      )}
    </div>
  );
}
