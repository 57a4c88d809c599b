import type { FormEvent, ReactNode, Ref } from 'react';

import { Button } from '#elements/web/button.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { isSameWords } from '../domain/point-source.ts';

/** A proposed point for the person to decide. */
export interface Finding {
  readonly text: string;
  /** The question that it answers, if there is one. */
  readonly question?: string | undefined;
  /** Its source sentence; empty for the person's own point. */
  readonly sentence: string;
  readonly isKept: boolean;
  /** A remark about the point. Replaces *Your own* if it has no source sentence. */
  readonly note?: string;
}

export function isChosen({ text, isKept }: Finding): boolean {
  return isKept && text.trim() !== '';
}

interface FindingsFormProps {
  /** The author of the proposals, and any problem. */
  readonly head: ReactNode;
  readonly findings: readonly Finding[];
  readonly onChange: (index: number, change: Partial<Finding>) => void;
  readonly list?: Ref<HTMLUListElement>;
  /** Shown after the list. */
  readonly children?: ReactNode;
  readonly problem: unknown;
  readonly isLoading?: boolean;
  readonly isBusy: boolean;
  readonly other: { readonly label: string; readonly onClick: () => void } | null;
  readonly onCancel: () => void;
  readonly submitWords: (chosen: number) => string;
  readonly onSubmit: () => void;
}

/** Proposed points, each to edit, drop or keep. */
export function FindingsForm({
  list,
  findings,
  onChange,
  isBusy,
  isLoading = false,
  other,
  ...props
}: FindingsFormProps) {
  const chosen = findings.filter(isChosen).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen > 0 && !isBusy) props.onSubmit();
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3" aria-busy={isLoading}>
      {props.head}
      <ul ref={list} className="flex flex-col">
        {findings.map((finding, index) => (
          <FindingRow
            // Points keep their position: a dropped one stays in its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            finding={finding}
            number={index + 1}
            onChange={(change) => onChange(index, change)}
          />
        ))}
      </ul>
      {props.children}
      {props.problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(props.problem)}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
        {other && (
          <Button look="quiet" className="mr-auto -ml-3" onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button look="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={chosen === 0} isBusy={isBusy}>
          {props.submitWords(chosen)}
        </Button>
      </div>
    </form>
  );
}

const MAX_POINT_LENGTH = 2_000;

interface FindingRowProps {
  readonly finding: Finding;
  /** Counted from 1. */
  readonly number: number;
  readonly onChange: (change: Partial<Finding>) => void;
}

/** A proposed point to keep, change or drop, above its source sentence. */
function FindingRow({ finding: { text, question, sentence, isKept, note }, number, onChange }: FindingRowProps) {
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
      {question !== undefined && (
        <input
          aria-label={`Question of point ${number}`}
          dir="auto"
          maxLength={MAX_POINT_LENGTH}
          value={question}
          readOnly={!isKept}
          onChange={(event) => onChange({ question: event.target.value })}
          className="mb-1.5 min-h-[34px] w-full rounded-small border border-line bg-surface px-3 text-sm text-ink-soft"
        />
      )}
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
      {note !== undefined && note !== '' && (
        <p dir="auto" className="mt-1 text-left text-sm text-ink-faint [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      {sentence === '' ? (
        note === undefined && <p className="mt-1 text-sm text-ink-faint">Your own.</p>
      ) : isSameWords(text, sentence) ? null : (
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
