import type { ComponentProps } from 'react';

type FileInputProps = Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'multiple'> & {
  readonly label: string;
  readonly onChoose: (files: readonly File[]) => void;
};

/** An invisible file input: a button opens it with a click on the `ref`. The same files can be chosen again. */
export function FileInput({ label, onChoose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      aria-label={label}
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
