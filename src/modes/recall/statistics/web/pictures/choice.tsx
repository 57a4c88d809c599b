interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChoose: (value: Value) => void;
}

/** A choice between a few options, side by side. */
export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className="float-right -mt-8 flex gap-1">
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChoose(option)}
          className={`min-h-6 rounded-small px-2 text-xs ${option === value ? 'bg-raised font-medium text-ink' : 'text-ink-faint hover:text-ink'}`}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
