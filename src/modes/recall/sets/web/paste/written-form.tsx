import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';

import { storedJson, storedText } from '#elements/web/page/stored.ts';
import { count } from '#elements/web/text/figures.ts';
import { type Notice, useToast } from '#elements/web/toast.tsx';
import { FindingsForm, isChosen } from '#point-writer/web/findings-form.tsx';
import { newId } from '#session/web/new-id.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { FindingsKept, WrittenPoints } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import { useBegin } from '../use-begin.ts';
import { keptWords } from '../use-keep-findings.ts';

interface WrittenFormProps<Draft extends WrittenDraft> {
  readonly setId: string;
  readonly draft: Draft;
  readonly from: 'text' | 'source';
  readonly by: string;
  /** Adds points. A resend with the same id has no effect. */
  readonly add: (id: string, points: Draft['findings']) => Promise<FindingsKept>;
  /** Label of the button that discards the points. */
  readonly back: string;
  /** Null discards the points. */
  readonly onChange: (draft: Draft | null) => void;
  readonly onDone: () => void;
  /** Problem of the children, shown with the form's own. */
  readonly problem?: unknown;
  readonly children?: ReactNode;
}

/** Points written from a text or a source. The person can change, drop or add each one. */
export function WrittenForm<Draft extends WrittenDraft>({ setId, draft, ...props }: WrittenFormProps<Draft>) {
  const { begin } = useBegin();
  const added = usePointsAdded(
    setId,
    props.from === 'source' ? { label: 'Recall now', run: () => begin(setId) } : undefined,
  );
  // Changed points get a new id, because they are another addition.
  const [addition, setAddition] = useState(newId);
  const { findings, notice, known } = draft;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      props.add(
        addition,
        findings.filter(isChosen).map((finding) => ({ ...finding, text: finding.text.trim() })),
      ),
    onSuccess: async (outcome) => {
      await added(keptWords(outcome), outcome.added);
      props.onDone();
    },
  });
  return (
    <FindingsForm
      head={
        <output className="block text-sm text-ink-faint">
          {notice !== null && <span className="mb-2 block border-l-2 border-warn pl-4 text-ink-soft">{notice}</span>}
          {findings.length === 0 && (
            <span className="block py-2 text-ink">
              {known > 0
                ? `What this ${props.from} says is in the set already.`
                : `No sentence of this ${props.from} stands by itself as a point.`}
              {known === 0 && props.from === 'text' && ' Go back and write the points, one a line.'}
            </span>
          )}
          {props.by}
          {findings.length > 0 && known > 0 && ` ${known} more ${known === 1 ? 'is' : 'are'} in the set already.`}
        </output>
      }
      findings={findings}
      onChange={(index, change) => {
        setAddition(newId());
        props.onChange({
          ...draft,
          findings: findings.map((each, at) => (at === index ? { ...each, ...change } : each)),
        });
      }}
      problem={error ?? props.problem ?? null}
      isBusy={isPending}
      other={{ label: props.back, onClick: () => props.onChange(null) }}
      onCancel={props.onDone}
      submitWords={(chosen) => (chosen === 0 ? 'Add points' : `Add ${count(chosen, 'point')}`)}
      onSubmit={mutate}
    >
      {props.children}
    </FindingsForm>
  );
}

/** Proposals from a pasted text, with the person's edits. */
export type WrittenDraft = Omit<WrittenPoints, 'points'> & {
  readonly findings: readonly (WrittenPoints['points'][number] & { readonly isKept: boolean })[];
};

/** The text of a set's paste dialog, stored in this tab until it is added or discarded. */
export const storedPaste = (setId: string) => storedText('sessionStorage', `warren.paste.${setId}`);
export const storedWritten = (setId: string) =>
  storedJson<WrittenDraft>('sessionStorage', `warren.paste.${setId}.written`);

/** Refreshes the page and shows a notice with an undo button, and optionally another action. */
export function usePointsAdded(
  setId: string,
  action?: Notice['action'],
): (words: string, added: number) => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  const notifyUndoable = useNotifyUndoable();
  return useCallback(
    async (words, added) => {
      forgetCounts(queries);
      await queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
      // The page that opened the dialog can be gone by then.
      const notice = { text: words, isForEveryPage: true, ...(action && added > 0 && { action }) } as const;
      await (added > 0 ? notifyUndoable(notice) : toast(notice));
    },
    [queries, setId, action, toast, notifyUndoable],
  );
}
