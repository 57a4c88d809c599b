interface ChoiceProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

export function Choice({ label, help, isChosen, onChange }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2.5 py-1.5">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        {label}
        {help !== undefined && <span className="block text-sm text-ink-faint">{help}</span>}
      </span>
    </label>
  );
}
