interface SegmentedChoiceProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  /** The reason why it cannot be changed now; null if it can. */
  readonly hindrance?: string | null;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one among a few, all visible. */
export function SegmentedChoice<Value extends string>({
  label,
  options,
  value,
  hindrance = null,
  onChoose,
}: SegmentedChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-none gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {options.map(({ value: each, name }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          // Not `disabled`: the reason stays readable, and the focus stays.
          aria-disabled={(hindrance !== null && each !== value) || undefined}
          title={hindrance ?? undefined}
          onClick={() => {
            if (each !== value && hindrance === null) onChoose(each);
          }}
          className={`min-h-[28px] rounded-small border px-2.5 text-sm font-medium aria-disabled:opacity-60 ${
            each === value
              ? 'border-line-strong bg-surface text-ink'
              : 'border-transparent text-ink-soft hover:bg-raised hover:text-ink'
          }`}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
