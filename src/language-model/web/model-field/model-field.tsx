import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import { useFieldFrame } from '#elements/web/text-field.tsx';

import type { KnownModel, Provider } from '../../protocol.ts';
import { problemText } from '../problem-text.ts';
import { offeredModelsQuery } from '../queries.ts';
import { type ModelChoice, modelChoices, priceOf } from './model-choices.ts';

/** The person can narrow a longer list by typing. */
const MAX_SHOWN = 60;

interface ModelFieldProps {
  readonly provider: Provider;
  /** Whether the provider can be asked for its models. */
  readonly mayAsk: boolean;
  readonly known: readonly KnownModel[];
  readonly isEmbedder: boolean;
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly problem: string | undefined;
}

/** A field for a model id: chosen from known and offered models, or typed. */
export function ModelField({ provider, mayAsk, known, isEmbedder, value, onChange, problem }: ModelFieldProps) {
  const { frame, tied } = useFieldFrame({ label: 'Model', help: priceHelp(priceOf(provider.id, value)), problem });
  const { id } = tied;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Text typed since the list was opened. The previous id does not narrow the list. */
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(-1);
  const offered = useQuery({ ...offeredModelsQuery(provider.id), enabled: isOpen && mayAsk });
  const choices = modelChoices({ provider: provider.id, known, isEmbedder, offered: offered.data, filter });
  const shown = choices.slice(0, MAX_SHOWN);

  const open = () => {
    if (isOpen) return;
    setFilter('');
    setActive(-1);
    setOpen(true);
  };
  const choose = (model: string) => {
    onChange(model);
    setOpen(false);
  };
  const move = (by: 1 | -1) => {
    const count = shown.length;
    if (!isOpen) open();
    else if (count > 0) setActive(active < 0 ? (by < 0 ? count - 1 : 0) : (active + by + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = isOpen ? shown[active] : undefined;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) choose(chosen.id);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  const state = offered.isFetching
    ? `Asking ${provider.name} for its models`
    : offered.error
      ? problemText(offered.error)
      : choices.length === 0
        ? 'No known model has this id. It is sent as written.'
        : choices.length > MAX_SHOWN
          ? `And ${choices.length - MAX_SHOWN} more: type to narrow the list.`
          : '';
  return (
    <div className="relative" onBlur={onBlur}>
      {frame(
        <>
          <div className="relative">
            <input
              ref={input}
              {...tied}
              name="model"
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              dir="auto"
              value={value}
              onChange={(event) => {
                open();
                onChange(event.target.value);
                setFilter(event.target.value);
                setActive(-1);
              }}
              onClick={open}
              onKeyDown={onKeyDown}
              className="min-h-[38px] w-full rounded-small border border-line-strong bg-surface py-2 pr-10 pl-3 text-ink aria-invalid:border-bad"
            />
            <button
              type="button"
              tabIndex={-1}
              aria-label={isOpen ? 'Hide the models' : 'Show the models'}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                input.current?.focus();
                if (isOpen) setOpen(false);
                else open();
              }}
              className="absolute inset-y-0 right-0 flex w-10 items-center justify-center text-ink-soft hover:text-ink"
            >
              <Icon of={ChevronDown} />
            </button>
          </div>
          {isOpen && (
            <ModelList id={id} choices={shown} active={active} chosen={value} state={state} onChoose={choose} />
          )}
          <output className="sr-only">
            {isOpen &&
              !offered.isFetching &&
              `${choices.length} ${choices.length === 1 ? 'model' : 'models'}. ${state}`}
          </output>
        </>,
      )}
    </div>
  );
}

function priceHelp(price: string | null): string {
  if (price !== null) return `${price}, for a million tokens.`;
  return 'Choose a model or enter its id. If its price is unknown, only tokens are counted and no limit applies.';
}

interface ModelListProps {
  /** The id of the field; ids of the options begin with it. */
  readonly id: string;
  readonly choices: readonly ModelChoice[];
  /** The index of the option selected with the arrow keys; -1 for none. */
  readonly active: number;
  readonly chosen: string;
  /** A message about the list, or an empty string. */
  readonly state: string;
  readonly onChoose: (model: string) => void;
}

function ModelList({ id, choices, active, chosen, state, onChoose }: ModelListProps) {
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
