import { SelectField, TextField } from '#elements/web/text-field.tsx';

import type { SetSummary } from '../protocol.ts';

/** Stands for the id of a new set. */
export const NEW_SET = 'new';
export const MAX_SET_NAME = 200;

/** The sets to which points can be added: neither samples nor archived. */
export function ownSets(sets: readonly SetSummary[] | undefined): readonly SetSummary[] {
  return sets?.filter(({ isSample, status }) => !isSample && status !== 'archived') ?? [];
}

interface SetChoiceProps {
  readonly sets: readonly SetSummary[];
  /** The id of a set, or `NEW_SET`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the new set. */
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Choice of a set: an existing one, or a new one with a name. */
export function SetChoice({ sets, value, onChange, name, onName }: SetChoiceProps) {
  return (
    <>
      <SelectField label="Set" value={value} onChange={(event) => onChange(event.target.value)}>
        {sets.map((set) => (
          <option key={set.id} value={set.id}>
            {set.title}
          </option>
        ))}
        <option value={NEW_SET}>A new set</option>
      </SelectField>
      {value === NEW_SET && (
        <TextField
          label="Name"
          required
          maxLength={MAX_SET_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      )}
    </>
  );
}
