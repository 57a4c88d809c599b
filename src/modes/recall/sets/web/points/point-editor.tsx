import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { caretAtEnd } from '#elements/web/focus/typed-ahead.ts';
import { FormActions } from '#elements/web/form-actions.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { TextArea, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { PointImage } from '../../protocol.ts';
import { ImageFields } from '../images/image-fields.tsx';
import { useImageDraft } from '../images/use-image-draft.ts';
import type { EditedPoint, PointText } from './use-points.ts';

interface PointEditorProps {
  readonly name: string;
  readonly point?: PointText & { readonly images?: readonly PointImage[] };
  /** The editor stays open after the point is added, for the next one. */
  readonly isNew?: boolean;
  readonly onSave: (point: EditedPoint) => Promise<void>;
  readonly onClose: () => void;
}

const OPTIONAL: readonly string[] = ['question', 'context', 'tags'];
const NO_IMAGES: readonly PointImage[] = [];
const KEYS: readonly PageKey[] = [
  { keys: 'Enter', does: 'save the point' },
  { keys: 'Shift-Enter', does: 'a new line in it' },
  { keys: 'Escape', does: 'close it, if nothing was changed' },
];

/** Edits a point in place. Keeps the text until the server has stored it. */
export function PointEditor({ name, point, isNew = false, onSave, onClose }: PointEditorProps) {
  usePageKeys(KEYS);
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [id, setId] = useState(newId);
  const images = useImageDraft(point?.images ?? NO_IMAGES);
  const hasTags = isNew || point?.tags !== undefined;
  const focusText = () => form.current?.querySelector('textarea')?.focus();
  useEffect(() => {
    caretAtEnd(form.current?.querySelector('textarea') ?? null);
    focusText();
    // Scrolls the whole editor into view, not only the focused field.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const data = new FormData(event.currentTarget);
    const context = formText(data, 'context').trim();
    const tags = formText(data, 'tags').split(/\s+/u).filter(Boolean);
    setSaving(true);
    try {
      await onSave({
        id,
        words: {
          text: formText(data, 'text').trim(),
          question: formText(data, 'question').trim(),
          context,
          ...(hasTags && { tags }),
        },
        images: { added: images.added, removed: images.removed, turned: images.turned },
      });
      setProblem(null);
      if (!isNew) return onClose();
      form.current?.reset();
      images.clear();
      setId(newId());
      const heading = form.current?.elements.namedItem('context');
      if (heading instanceof HTMLInputElement) heading.defaultValue = heading.value = context;
      focusText();
    } catch (error) {
      const field = error instanceof ApiProblem ? (error.detail.field ?? 'text') : 'text';
      setProblem({ field, message: messageOf(error) });
    } finally {
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isUnchanged = !isChanged(form.current) && !images.isChanged;
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && isUnchanged) onClose();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  const take = (given: DataTransfer, event: SyntheticEvent) => {
    if (given.files.length === 0) return;
    event.preventDefault();
    const isQuestion = event.target instanceof HTMLInputElement && event.target.name === 'question';
    void images.add([...given.files], isQuestion ? 'question' : 'answer');
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => void save(event)}
      aria-label={name}
      className="my-2 rounded-medium border border-line-strong bg-surface p-4"
    >
      <div
        className="flex flex-col gap-3"
        // Some programs copy text together with an image of it, so images are only accepted without text.
        onPaste={(event) => event.clipboardData.getData('text/plain') === '' && take(event.clipboardData, event)}
        onDrop={(event) => take(event.dataTransfer, event)}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      >
        <TextArea
          label={name}
          name="text"
          onKeyDown={onKeyDown}
          rows={2}
          dir="auto"
          defaultValue={point?.text}
          problem={problem && !OPTIONAL.includes(problem.field.split('.')[0] ?? '') ? problem.message : undefined}
          help="One thought, in your own words. Enter saves."
        />
        <TextField
          label="Question, if it has one"
          name="question"
          onKeyDown={onKeyDown}
          autoComplete="off"
          dir="auto"
          defaultValue={point?.question ?? ''}
          problem={problem?.field === 'question' ? problem.message : undefined}
        />
        <TextField
          label="Heading, if it has one"
          name="context"
          onKeyDown={onKeyDown}
          autoComplete="off"
          dir="auto"
          defaultValue={point?.context}
          problem={problem?.field === 'context' ? problem.message : undefined}
        />
        {hasTags && (
          <TextField
            label="Tags, if it has any"
            name="tags"
            onKeyDown={onKeyDown}
            autoComplete="off"
            defaultValue={point?.tags?.join(' ') ?? ''}
            problem={problem?.field.startsWith('tags') ? problem.message : undefined}
            help="Divided by spaces."
          />
        )}
        <ImageFields draft={images} />
        <FormActions>
          <Button look="quiet" onClick={onClose}>
            {isNew ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" look="primary" disabled={isSaving}>
            Save
          </Button>
        </FormActions>
      </div>
    </form>
  );
}

/** Whether closing would lose text. */
function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== field.defaultValue,
  );
}
