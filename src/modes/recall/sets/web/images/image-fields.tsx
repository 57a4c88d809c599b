import { X } from 'lucide-react';
import { useRef } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { FileInput } from '#elements/web/file-input.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { InlineSelect } from '#elements/web/inline-select.tsx';

import type { ImageSide } from '../../protocol.ts';
import type { ImageDraft } from './use-image-draft.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif';
const SIDES: readonly (readonly [ImageSide, string])[] = [
  ['answer', 'After the answer'],
  ['question', 'With the question'],
];

/** Fields of the point editor that add, remove and place images. */
export function ImageFields({ draft }: { readonly draft: ImageDraft }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const remove = (id: string) => {
    draft.remove(id);
    button.current?.focus();
  };
  const shown = [
    ...draft.kept.map((image) => ({ ...image, address: `/api/recall/images/${image.id}` })),
    ...draft.added,
  ];
  return (
    <div className="flex flex-col gap-2">
      {shown.length > 0 && (
        <ul aria-label="Images" className="flex flex-wrap gap-3">
          {shown.map(({ id, address, side }, index) => (
            <li key={id} className="flex flex-col items-start gap-1">
              <span className="relative">
                <img
                  src={address}
                  alt={`Number ${index + 1}`}
                  className="h-24 max-w-48 rounded-small border border-line bg-surface object-contain"
                />
                <span className="absolute top-1 right-1 rounded-small bg-surface">
                  <IconButton label={`Remove image ${index + 1}`} onClick={() => remove(id)}>
                    <Icon of={X} />
                  </IconButton>
                </span>
              </span>
              <InlineSelect
                label={`Where image ${index + 1} is shown`}
                value={side}
                onChange={(event) => draft.turn(id, event.target.value === 'question' ? 'question' : 'answer')}
              >
                {SIDES.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </InlineSelect>
            </li>
          ))}
        </ul>
      )}
      {draft.problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {draft.problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3">
        <FileInput
          ref={input}
          label="Image files"
          accept={ACCEPTED}
          multiple
          onChoose={(files) => void draft.add(files, 'answer')}
        />
        <Button ref={button} look="quiet" className="-ml-3" onClick={() => input.current?.click()}>
          Add an image
        </Button>
        <span className="text-xs text-ink-faint max-wide:hidden">
          Or paste or drop one into the answer or the question.
        </span>
      </div>
    </div>
  );
}
