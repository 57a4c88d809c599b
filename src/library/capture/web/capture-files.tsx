import { X } from 'lucide-react';
import { useRef } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { FileInput } from '#elements/web/file-input.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { fileSize } from '#elements/web/text/figures.ts';

import { READABLE } from '../domain/importable.ts';

interface CaptureFilesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** The chosen files, each with a button that removes it. */
export function CaptureFiles({ files, onChange }: CaptureFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files to add" className="max-h-[24dvh] overflow-y-auto text-sm">
      {files.map((file, index) => (
        // The same file can be chosen twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-center gap-3 border-t border-line py-0.5 first:border-t-0">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {file.name}
          </span>
          <span className="text-xs text-ink-faint tabular-nums">{fileSize(file.size)}</span>
          <IconButton label={`Take out ${file.name}`} onClick={() => onChange(files.filter((each) => each !== file))}>
            <Icon of={X} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Chooses files; the dialog also takes dropped and pasted ones. */
export function FileChoice({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        label="Files"
        multiple
        accept={[...READABLE.map((extension) => `.${extension}`), 'image/*'].join(',')}
        onChoose={onChoose}
      />
      <Button look="quiet" className="-ml-3" onClick={() => input.current?.click()}>
        Choose files
      </Button>
    </>
  );
}
