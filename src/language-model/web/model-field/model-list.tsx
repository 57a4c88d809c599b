import { useEffect, useRef } from 'react';

import type { ModelChoice } from './model-choices.ts';

interface ModelListProps {
  /** The id of the field; ids of the options begin with it. */
  readonly id: string;
  readonly choices: readonly ModelChoice[];
  /** The index of the option selected with the arrow keys; -1 for none. */
  readonly active: number;
  /** The model id in the field. */
  readonly chosen: string;
  /** A message about the list, or an empty string. */
  readonly state: string;
  readonly onChoose: (model: string) => void;
}

/** The list under the field of a model. */
export function ModelList({ id, choices, active, chosen, state, onChoose }: ModelListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // Pressing on the list keeps the focus in the field.
    <div
      className="appear absolute inset-x-0 z-10 mt-1 overflow-hidden rounded-medium border border-line-strong bg-surface shadow-float"
      onPointerDown={(event) => event.preventDefault()}
    >
      <div
        ref={list}
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- goes with a field that takes any id
        role="listbox"
        aria-label="Models"
        className="max-h-64 overflow-y-auto p-1.5 empty:p-0"
      >
        {choices.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- holds a name, an id and a price
            role="option"
            tabIndex={-1}
            aria-selected={choice.id === chosen}
            data-active={index === active}
            onClick={() => onChoose(choice.id)}
            onKeyDown={(event) => event.key === 'Enter' && onChoose(choice.id)}
            className="flex cursor-pointer items-baseline gap-3 rounded-small px-2.5 py-1.5 hover:bg-raised aria-selected:font-[550] data-[active=true]:bg-raised"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{choice.name}</span>
              {choice.name !== choice.id && (
                <span className="block truncate text-xs font-normal text-ink-faint">{choice.id}</span>
              )}
            </span>
            {choice.price !== null && (
              <span className="shrink-0 text-xs font-normal text-ink-faint tabular-nums">{choice.price}</span>
            )}
          </div>
        ))}
      </div>
      {state !== '' && (
        <p aria-hidden="true" className="border-t border-line px-4 py-2 text-sm text-ink-faint first:border-t-0">
          {state}
        </p>
      )}
    </div>
  );
}
