import type { Finding } from './finding.ts';

/** Maximum length of a recall point. */
const MAX_POINT_LENGTH = 2_000;

interface FindingRowProps {
  readonly finding: Finding;
  /** From 1. */
  readonly number: number;
  readonly onChange: (change: Partial<Finding>) => void;
}

/** A proposed point to keep, change or drop, above its source sentence. */
export function FindingRow({ finding: { text, sentence, isKept }, number, onChange }: FindingRowProps) {
  return (
    <li className="border-t border-line pt-2 pb-4 first:border-t-0 first:pt-0">
      <label className="flex min-h-[34px] w-fit items-center gap-2 pr-2 text-sm font-medium">
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => onChange({ isKept: event.target.checked })}
          className="size-4 accent-(--accent)"
        />
        <span>
          <span className="sr-only">Keep </span>
          {`Point ${number}`}
          {!isKept && <span className="font-normal text-ink-faint">, dropped</span>}
        </span>
      </label>
      <textarea
        aria-label={`Point ${number}`}
        rows={1}
        dir="auto"
        maxLength={MAX_POINT_LENGTH}
        value={text}
        readOnly={!isKept}
        onChange={(event) => onChange({ text: event.target.value })}
        className={`field-sizing-content max-h-[40dvh] min-h-[42px] w-full resize-none rounded-small border border-line-strong bg-surface px-3 py-2 font-serif text-read leading-normal ${isKept ? 'text-ink' : 'text-ink-faint'}`}
      />
      {sentence === '' ? (
        <p className="mt-1 text-sm text-ink-faint">Your own.</p>
      ) : (
        <blockquote
          dir="auto"
          className="mt-1.5 border-l-2 border-line-strong pl-3 text-sm text-ink-soft [overflow-wrap:anywhere]"
        >
          <span className="sr-only">From: </span>
          {sentence}
        </blockquote>
      )}
    </li>
  );
}
