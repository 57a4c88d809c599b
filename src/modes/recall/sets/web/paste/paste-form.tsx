import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useDeferredValue, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { FileInput } from '#elements/web/file-input.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextArea, TextField } from '#elements/web/text-field.tsx';
import { ExactText } from '#elements/web/text/exact-text.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import { type Paste, readPaste } from '../../domain/paste/read-paste.ts';
import type { PasteResult, WrittenPoints } from '../../protocol.ts';
import { BrokenLines } from './broken-lines.tsx';
import { usePointsAdded, type WrittenDraft } from './written-form.tsx';

const MAX_SHOWN = 100;

interface PasteFormProps {
  readonly setId: string;
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onPropose: (draft: WrittenDraft) => void;
  /** Present if the set does not exist yet. */
  readonly naming?: Naming;
  /** The points were added, or the text was discarded. */
  readonly onDone: (hasAdded: boolean) => void;
}

interface Naming {
  readonly title: string;
  readonly onName: (title: string) => void;
  /** Creates the set. Can be called repeatedly. */
  readonly make: () => Promise<void>;
}

export function PasteForm({ setId, text, naming, onWrite, onPropose, onDone }: PasteFormProps) {
  const added = usePointsAdded(setId);
  // A stable id, so that a resend adds the paste only once. Changed text gets a new id.
  const [pasteId, setPasteId] = useState(newId);
  const [problem, setProblem] = useState<string | undefined>();
  const [isNameless, setNameless] = useState(false);
  const isUnderWay = useRef(false);
  const shown = useDeferredValue(text);
  const paste = useMemo(() => readPaste(shown), [shown]);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      await naming?.make();
      if (text.trim() === '') return null;
      return api<PasteResult>('POST', `/api/recall/sets/${setId}/paste`, { id: pasteId, text, skipBroken: true });
    },
    onSuccess: async (outcome) => {
      if (outcome) await added(`Added ${count(outcome.added, 'point')}`, outcome.added);
      onDone(true);
    },
    onError: (error) => {
      isUnderWay.current = false;
      setProblem(messageOf(error));
    },
  });
  const write = (next: string) => {
    onWrite(next);
    setPasteId(newId());
    setProblem(undefined);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    file.text().then(write, () => setProblem('This file could not be read.'));
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  // Ignores the second click of a double click.
  const add = () => {
    if (isUnderWay.current) return;
    if (naming && naming.title.trim() === '') return setNameless(true);
    const isEmpty = text.trim() === '';
    if (isEmpty && !naming) return setProblem('Paste something first.');
    if (!isEmpty && readPaste(text).points.length === 0) return setProblem('There is no point in this text.');
    isUnderWay.current = true;
    mutate();
  };
  return (
    <div className="mt-4 flex flex-col gap-3" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      {naming && (
        <TextField
          label="Name"
          maxLength={200}
          required
          autoComplete="off"
          dir="auto"
          value={naming.title}
          problem={isNameless ? 'Give the set a name.' : undefined}
          onChange={(event) => {
            naming.onName(event.target.value);
            setNameless(false);
          }}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && add()}
        />
      )}
      <TextArea
        label={naming ? 'Points, one a line' : 'Points'}
        rows={5}
        value={text}
        dir="auto"
        onChange={(event) => write(event.target.value)}
        problem={problem}
        className="max-h-[40dvh]"
      />
      {paste.isProse && (!naming || naming.title.trim() !== '') && (
        <WriteFromText setId={setId} text={text} make={naming?.make} onPropose={onPropose} />
      )}
      <PastePreview {...paste} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3">
        <FileChoice onChoose={take} />
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => onDone(false)}>
            Cancel
          </Button>
          {/* Ignores the second click of a double click. */}
          <Button look="primary" isBusy={isPending} onClick={(event) => event.detail <= 1 && add()}>
            {naming && paste.points.length === 0 ? 'Create' : addWords(paste.points.length, paste.broken.length)}
          </Button>
        </span>
      </div>
    </div>
  );
}

function addWords(points: number, broken: number): string {
  if (points === 0) return 'Add points';
  return broken > 0 ? `Add the other ${points}` : `Add ${count(points, 'point')}`;
}

/** Reads the text of a chosen file. The dialog also accepts a dropped file. */
function FileChoice({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        label="A text or Markdown file"
        accept=".md,.txt,.tsv,text/plain,text/markdown"
        onChoose={([file]) => onChoose(file)}
      />
      <Button look="quiet" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </>
  );
}

interface WriteFromTextProps {
  readonly setId: string;
  readonly text: string;
  readonly make: (() => Promise<void>) | undefined;
  readonly onPropose: (draft: WrittenDraft) => void;
}

/** Offers the point writer for a text that is not a list of points. */
function WriteFromText({ setId, text, make, onPropose }: WriteFromTextProps) {
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      await make?.();
      return api<WrittenPoints>('POST', `/api/recall/sets/${setId}/write-points`, { text });
    },
    onSuccess: ({ points, ...written }) =>
      onPropose({ ...written, findings: points.map((point) => ({ ...point, isKept: true })) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-accent pl-3">
      <p className="min-w-[200px] flex-1 text-sm text-ink-soft">This reads like a text. A point is one thought.</p>
      <Button isBusy={isPending} onClick={() => mutate()}>
        Write points from this text
      </Button>
      <FailureText error={error} className="basis-full" />
    </div>
  );
}

/** Preview of the points in a pasted text. */
function PastePreview({ points, broken }: Paste) {
  if (points.length === 0 && broken.length === 0) return null;
  return (
    <section aria-label="Preview" className="rounded-small border border-line bg-sunken p-3 text-sm">
      <output className="block font-medium">{count(points.length, 'point')}</output>
      {points.length > 0 && (
        // A list that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol tabIndex={0} aria-label="Points to add" className="mt-2 max-h-[28dvh] overflow-y-auto">
          {points.slice(0, MAX_SHOWN).map(({ text, question, context, line }, index) => (
            <li key={`${line} ${question}`} className="border-t border-line py-1.5">
              {context !== '' && context !== points[index - 1]?.context && (
                <span dir="auto" className="block text-xs text-ink-faint">
                  {context}
                </span>
              )}
              {question !== null && <ExactText text={question} className="text-ink-soft" />}
              <ExactText text={text} />
            </li>
          ))}
        </ol>
      )}
      {points.length > MAX_SHOWN && <p className="mt-1 text-ink-faint">{`And ${points.length - MAX_SHOWN} more.`}</p>}
      {broken.length > 0 && (
        <BrokenLines broken={broken} total={broken.length} words={`${count(broken.length, 'line')} cannot be read`} />
      )}
    </section>
  );
}
