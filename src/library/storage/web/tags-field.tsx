import { useId } from 'react';

import { TextField } from '#elements/web/text-field.tsx';

interface TagsFieldProps {
  readonly label: string;
  /** Separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Tags to suggest. */
  readonly known: readonly string[];
}

/** A field for tags, separated by commas. It suggests known tags for the last one. */
export function TagsField({ label, value, onChange, known }: TagsFieldProps) {
  const list = useId();
  const before = value.slice(0, value.lastIndexOf(',') + 1);
  return (
    <>
      <TextField
        label={label}
        value={value}
        list={list}
        placeholder="one, another"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {known.map((tag) => (
          <option key={tag} value={`${before}${before === '' ? '' : ' '}${tag}`}>
            {tag}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The tags in a text: `coal, #steam engine` as `coal` and `steam engine`, each once. */
export function tagsIn(text: string): readonly string[] {
  const tags = text
    .split(/[,\n]/)
    .map((part) => part.trim().replace(/^#+/, '').trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}
