import { type DragEvent, type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { api } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { SourcesChange } from '../../sources/protocol.ts';
import type { SourceSummary } from '../../storage/protocol.ts';
import { tagsIn } from '../../storage/web/tags-field.tsx';
import { paragraphsIn, type Proposal, proposalsIn } from '../domain/proposals.ts';
import { addAll, type Addition, type Outcome } from './add-sources.ts';
import { type CaptureDraft, EMPTY_DRAFT } from './capture-draft.ts';
import { CaptureFiles, FileChoice } from './capture-files.tsx';
import { CaptureTarget } from './capture-target.tsx';

interface CaptureFormProps {
  readonly draft: CaptureDraft;
  readonly files: readonly File[];
  readonly onWrite: (draft: CaptureDraft) => void;
  readonly onChooseFiles: (files: readonly File[]) => void;
  readonly onAdded: (outcome: Outcome) => void;
  readonly onClose: () => void;
  /** Label of the button. `Keep` is for a page, not for a dialog. */
  readonly verb?: 'Add' | 'Keep';
  /** The page in which the text was selected. Without a text the page itself is added. */
  readonly from?: { readonly url: string; readonly title: string } | undefined;
}

/** Sticks to the end of the dialog at its full width. */
const IN_DIALOG = 'sticky -bottom-5 -mx-5 mt-2 -mb-5 short:static bg-surface px-5 py-3';

/** A form for the text, files, kind and bucket to add. */
export function CaptureForm(props: CaptureFormProps) {
  const { draft, files, onWrite, onChooseFiles, onAdded, onClose, verb = 'Add', from } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const text = useDeferredValue(draft.text);
  const proposals = useMemo(() => proposalsIn(text, draft.perParagraph), [text, draft.perParagraph]);
  const paragraphs = useMemo(() => paragraphsIn(text).length, [text]);
  // One id per addition, also when it is sent again; another text gets new ones.
  const ids = useRef<string[]>([]);
  const write = (change: Partial<CaptureDraft>) => {
    setProblem(undefined);
    ids.current = [];
    onWrite({ ...draft, ...change });
  };
  const take = (more: readonly File[]) => {
    setProblem(undefined);
    onChooseFiles([...files, ...more]);
  };
  const wanted = proposals.filter((_, index) => !draft.dropped.includes(index)).length + files.length;
  const add = async () => {
    if (isBusy) return;
    const given = draft.text.trim() === '' && from ? from.url : draft.text;
    const kept = proposalsIn(given, draft.perParagraph).filter((_, index) => !draft.dropped.includes(index));
    if (kept.length + files.length === 0) return setProblem('Write something, or choose a file.');
    setBusy(true);
    const sources = kept.map((proposal, index) =>
      additionOf(proposal, { ...draft, from }, (ids.current[index] ??= newId())),
    );
    const uploads = files.map((file) => ({ id: idOf(file), file, bucketId: draft.bucketId }));
    const outcome = await addAll([...sources, ...uploads]);
    await tagFiles(outcome.added, uploads, draft);
    setBusy(false);
    const unsent = outcome.failed.map(({ addition }) => addition);
    onChooseFiles(unsent.flatMap((addition) => ('file' in addition ? [addition.file] : [])));
    if (sources.some((addition) => unsent.includes(addition))) setProblem(outcome.failed[0]?.message);
    else onWrite({ ...EMPTY_DRAFT, bucketId: draft.bucketId });
    const isStuck = outcome.failed.length > 0 && outcome.added.length + outcome.existing.length === 0;
    if (isStuck) setProblem(outcome.failed[0]?.message);
    else onAdded(outcome);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void add();
  };
  return (
    // The key handler is for the text field; files can be chosen by the keyboard through their own button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="mt-4 flex flex-col gap-3"
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <TextArea
        label="Text or links"
        rows={5}
        value={draft.text}
        placeholder="Write or paste, or drop files here"
        className="max-h-[34dvh]"
        problem={problem}
        onChange={(event) => write({ text: event.target.value, dropped: [] })}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          take([...event.clipboardData.files]);
        }}
      />
      {paragraphs > 1 && (draft.perParagraph || proposals.length === 1) && (
        <label className="flex min-h-[28px] items-center gap-2 text-sm text-ink-soft">
          <input
            type="checkbox"
            checked={draft.perParagraph}
            onChange={(event) => write({ perParagraph: event.target.checked, dropped: [] })}
          />
          {`One source per paragraph, ${count(paragraphs, 'source')}`}
        </label>
      )}
      <ProposalList proposals={proposals} dropped={draft.dropped} onDrop={(dropped) => write({ dropped })} />
      <CaptureFiles files={files} onChange={onChooseFiles} />
      <CaptureTarget draft={draft} onChange={write} />
      <div
        className={`flex flex-wrap items-center gap-2 border-t border-line ${verb === 'Add' ? IN_DIALOG : 'mt-2 py-3'}`}
      >
        <FileChoice onChoose={take} />
        {(draft.text !== '' || files.length > 0) && (
          <Button
            look="quiet"
            onClick={() => {
              write(EMPTY_DRAFT);
              onChooseFiles([]);
            }}
          >
            Clear
          </Button>
        )}
        <span className="ml-auto flex gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" title="Ctrl/Cmd-Enter" isBusy={isBusy} onClick={() => void add()}>
            {wanted > 1 ? `${verb} ${count(wanted, 'source')}` : verb}
          </Button>
        </span>
      </div>
    </div>
  );
}

/** One id per upload, also when it is sent again. */
const fileIds = new WeakMap<File, string>();

function idOf(file: File): string {
  const id = fileIds.get(file) ?? newId();
  fileIds.set(file, id);
  return id;
}

function additionOf(
  { url, content }: Proposal,
  { kind, bucketId, tags, from }: CaptureDraft & Pick<CaptureFormProps, 'from'>,
  id: string,
): Addition {
  return {
    id,
    source: {
      ...(url !== null && { url }),
      ...(content !== null && { content, ...given(from) }),
      ...(kind && { kind }),
      bucketId,
      tags: [...tagsIn(tags)],
    },
  };
}

const given = (from: CaptureFormProps['from']) =>
  from && { ...(from.url !== '' && { url: from.url }), ...(from.title !== '' && { title: from.title }) };

interface ProposalListProps {
  readonly proposals: readonly Proposal[];
  readonly dropped: readonly number[];
  readonly onDrop: (dropped: readonly number[]) => void;
}

const MAX_SHOWN = 200;
const MAX_WORDS = 160;

/** The sources that a text becomes, each of which can be dropped. Renders nothing for a single one. */
function ProposalList({ proposals, dropped, onDrop }: ProposalListProps) {
  if (proposals.length < 2) return null;
  const toggle = (index: number) =>
    onDrop(dropped.includes(index) ? dropped.filter((each) => each !== index) : [...dropped, index]);
  return (
    <section aria-label="Preview" className="rounded-small border border-line bg-sunken px-3 py-1 text-sm">
      {/* A scrollable list must be reachable by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-label="Sources to add" className="max-h-[28dvh] overflow-y-auto">
        {proposals.slice(0, MAX_SHOWN).map(({ url, content }, index) => (
          // Proposals keep their position, also when dropped.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="border-t border-line first:border-t-0">
            <label className="flex cursor-pointer items-start gap-2.5 py-1.5">
              <input
                type="checkbox"
                className="mt-1"
                checked={!dropped.includes(index)}
                onChange={() => toggle(index)}
              />
              <span
                dir="auto"
                className={`line-clamp-2 min-w-0 flex-1 text-left [overflow-wrap:anywhere] ${dropped.includes(index) ? 'text-ink-faint line-through' : ''}`}
              >
                {(url ?? content ?? '').slice(0, MAX_WORDS)}
              </span>
            </label>
          </li>
        ))}
      </ol>
      {proposals.length > MAX_SHOWN && (
        <p className="py-1 text-ink-faint">{`And ${figure(proposals.length - MAX_SHOWN)} more.`}</p>
      )}
    </section>
  );
}

/** Sets the chosen kind and tags on added files. If that fails the files remain added, without them. */
async function tagFiles(
  added: readonly SourceSummary[],
  files: readonly { readonly id: string }[],
  { kind, tags }: Pick<CaptureDraft, 'kind' | 'tags'>,
): Promise<void> {
  const ids = files.flatMap(({ id }) => (added.some((source) => source.id === id) ? [id] : []));
  const addTags = [...tagsIn(tags)];
  if (ids.length === 0 || (kind === null && addTags.length === 0)) return;
  const change: SourcesChange = { ids, ...(kind && { kind }), ...(addTags.length > 0 && { addTags }) };
  await api('POST', '/api/library/sources/change', change).catch(() => undefined);
}
