export type FinishedPart = 'review' | 'conversation' | 'replay';

export const PARTS: readonly { readonly part: FinishedPart; readonly label: string; readonly action: string }[] = [
  { part: 'review', label: 'Review', action: 'Show what came of this session' },
  { part: 'conversation', label: 'Conversation', action: 'Read this conversation' },
  { part: 'replay', label: 'Replay', action: 'Replay this session' },
];

interface FinishedPartsProps {
  readonly part: FinishedPart;
  readonly onChoose: (part: FinishedPart) => void;
}

/** The switch between the parts of a finished session. */
export function FinishedParts({ part, onChoose }: FinishedPartsProps) {
  return (
    <fieldset className="flex shrink-0 rounded-small border border-line-strong p-0.5">
      <legend className="sr-only">What is shown</legend>
      {PARTS.map(({ part: each, label }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === part}
          onClick={() => onChoose(each)}
          className="min-h-[28px] rounded-[4px] px-2 text-sm text-ink-soft transition-colors duration-(--fast) hover:text-ink aria-pressed:bg-raised aria-pressed:font-[550] aria-pressed:text-ink wide:px-3"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
