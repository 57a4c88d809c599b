import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { Leech } from '../../protocol.ts';
import { saveImages } from '../images/use-image-draft.ts';
import { PointEditor } from '../points/point-editor.tsx';
import { PointWords } from '../points/point-words.tsx';
import type { EditedPoint } from '../points/use-points.ts';
import { leechesQuery, setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';

const MIN_PARTS = 2;
const MAX_PARTS = 20;

/** Today lists only this many; the pages of the sets list all. */
const MAX_IN_TODAY = 3;
/** Explains the term wherever it is a title. */
export const LEECH_HINT = 'A leech is a point that you forgot again and again.';

/**
 * Leeches of one set, or of all, with actions. For all sets, each leech names its set. Renders nothing without leeches.
 */
export function LeechList({ setId }: { readonly setId: string | null }) {
  const { data: leeches } = useQuery(leechesQuery(setId));
  const [shownId, setShownId] = useState<string | null>(null);
  if (!leeches || leeches.length === 0) return null;
  const shown = setId === null ? leeches.slice(0, MAX_IN_TODAY) : leeches;
  return (
    // When the focused row disappears, the focus moves here.
    <section tabIndex={-1} aria-label="Leeches" className="outline-none">
      <p className="max-w-[62ch] text-sm text-ink-soft">
        {leeches.length === 1 ? 'This leech is a point you' : 'Leeches are points you'} forgot again and again. Asking
        more often rarely helps; splitting or rewriting a point does.
      </p>
      <ul className="mt-2">
        {shown.map((leech) => (
          <LeechRow
            key={leech.pointId}
            leech={leech}
            namesSet={setId === null}
            showsAnswer={leech.pointId === shownId}
            onToggle={() => setShownId(leech.pointId === shownId ? null : leech.pointId)}
          />
        ))}
      </ul>
      {shown.length < leeches.length && (
        <p className="border-t border-line pt-2 text-sm text-ink-faint">
          {`And ${leeches.length - shown.length} more, each on the page of its set.`}
        </p>
      )}
    </section>
  );
}

interface LeechRowProps {
  readonly leech: Leech;
  readonly namesSet: boolean;
  readonly showsAnswer: boolean;
  readonly onToggle: () => void;
}

/** The text is hidden until requested: seeing it here would spoil the next review. */
function LeechRow({ leech, namesSet, showsAnswer, onToggle }: LeechRowProps) {
  const [doing, setDoing] = useState<'edit' | 'split' | null>(null);
  const queries = useQueryClient();
  const toast = useToast();
  const name = namesSet ? `${leech.setTitle}, point ${leech.number}` : `Point ${leech.number}`;
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['recall-leeches'] });
    void queries.invalidateQueries({ queryKey: setQuery(leech.setId).queryKey });
    void queries.invalidateQueries({ queryKey: ['undo'] });
    forgetCounts(queries);
  };
  const finish = (text: string) => {
    setDoing(null);
    toast({ text });
    refresh();
  };
  const dismiss = async () => {
    try {
      await api('POST', `/api/recall/points/${leech.pointId}/dismiss-leech`);
      finish(`Dismissed ${name}`);
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  return (
    <li className="border-t border-line py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-[min(100%,180px)] flex-1 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi> <span className="text-sm text-ink-faint">{`forgotten ${count(leech.lapses, 'time')}`}</span>
        </span>
        <span className="flex flex-wrap items-center max-wide:-ml-3">
          <Button look="quiet" aria-expanded={showsAnswer} aria-label={`Show ${name}`} onClick={onToggle}>
            {showsAnswer ? 'Hide' : 'Show'}
          </Button>
          <Button look="quiet" aria-label={`Edit ${name}`} onClick={() => setDoing('edit')}>
            Edit
          </Button>
          <Button look="quiet" aria-label={`Dismiss ${name}`} onClick={() => void dismiss()}>
            Dismiss
          </Button>
          <Button aria-label={`Split ${name}`} aria-haspopup="dialog" onClick={() => setDoing('split')}>
            Split
          </Button>
        </span>
      </div>
      {showsAnswer && doing !== 'edit' && (
        <div className="py-1">
          <PointWords point={leech} />
        </div>
      )}
      {doing === 'edit' && (
        <EditLeech leech={leech} name={name} onDone={() => finish(`Changed ${name}`)} onClose={() => setDoing(null)} />
      )}
      {doing === 'split' && (
        <SplitDialog leech={leech} onDone={() => finish(`Split ${name}`)} onClose={() => setDoing(null)} />
      )}
    </li>
  );
}

interface EditLeechProps {
  readonly leech: Leech;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Rewrites a leech, which is then not listed until it lapses several more times. */
function EditLeech({ leech, name, onDone, onClose }: EditLeechProps) {
  const save = async ({ words, images }: EditedPoint) => {
    await api('PATCH', `/api/recall/points/${leech.pointId}`, words);
    await saveImages(leech.pointId, leech.images, images);
    if (words.text !== leech.text) await api('POST', `/api/recall/points/${leech.pointId}/dismiss-leech`);
    onDone();
  };
  return <PointEditor name={name} point={leech} onSave={save} onClose={onClose} />;
}

interface SplitDialogProps {
  readonly leech: Leech;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Replaces a point with several. Suggests parts that the person can edit. */
function SplitDialog({ leech, onDone, onClose }: SplitDialogProps) {
  const [parts, setParts] = useState<readonly string[]>(() =>
    leech.parts.length > 1 ? leech.parts : [leech.text, ''],
  );
  const [isChanged, setChanged] = useState(false);
  const written = parts.map((part) => part.trim()).filter((part) => part !== '');
  const split = useMutation({
    mutationFn: () =>
      api('POST', `/api/recall/points/${leech.pointId}/split`, {
        parts: written.map((text) => ({ text, question: leech.question, context: leech.context })),
      }),
    onSuccess: onDone,
  });
  const write = (index: number, text: string) => {
    setChanged(true);
    setParts(parts.with(index, text));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (written.length >= MIN_PARTS && !split.isPending) split.mutate();
  };
  return (
    <Dialog
      title="Split this point"
      description="One thought each. The new points begin with no history; the old one goes, and Undo brings it back."
      onClose={onClose}
      mayClose={!isChanged}
    >
      <div className="mt-3 border-l-2 border-line-strong pl-3">
        <PointWords point={leech} className="text-ink-soft" />
      </div>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-3">
        {parts.map((part, index) => (
          <TextArea
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and keep their places
            key={index}
            label={`Part ${index + 1}`}
            rows={2}
            value={part}
            onChange={(event) => write(index, event.target.value)}
            help={index === parts.length - 1 ? 'An empty part is left out.' : undefined}
          />
        ))}
        <FailureText error={split.error} />
        <FormActions>
          {parts.length < MAX_PARTS && (
            <Button look="quiet" className="mr-auto -ml-3" onClick={() => setParts([...parts, ''])}>
              Add a part
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={written.length < MIN_PARTS} isBusy={split.isPending}>
            {written.length < MIN_PARTS ? 'Split' : `Split into ${written.length}`}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}
