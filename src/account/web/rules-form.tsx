import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { VoicesAnswer } from '../protocol.ts';
import { voicesQuery } from './queries.ts';

interface RulesFormProps {
  readonly name: string;
  /** Below `/api/voices/`. */
  readonly path: string;
  readonly rules: readonly string[];
  readonly mayEdit: boolean;
  /** The name is shown as a label. */
  readonly isNamed?: boolean;
}

const MIN_ROWS = 3;

/** The rules of one voice: one a line. What is written stays until it is saved. */
export function RulesForm({ name, path, rules, mayEdit, isNamed = false }: RulesFormProps) {
  const id = useId();
  const queries = useQueryClient();
  const toast = useToast();
  // Null: nothing was changed.
  const [draft, setDraft] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (lines: readonly string[]) => api<VoicesAnswer>('PUT', `/api/voices/${path}`, { rules: lines }),
    onSuccess: (saved) => {
      queries.setQueryData(voicesQuery.queryKey, saved);
      setDraft(null);
      toast({ text: `${name}: saved.` });
    },
  });
  if (!mayEdit) return <FixedRules name={name} rules={rules} isNamed={isNamed} />;
  const text = draft ?? rules.join('\n');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(linesOf(text));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className={isNamed ? 'font-medium' : 'sr-only'}>
        {name}
      </label>
      <textarea
        id={id}
        dir="auto"
        value={text}
        rows={Math.max(MIN_ROWS, linesOf(text).length + 1)}
        placeholder="Short sentences, no slogans"
        aria-describedby={`${id}-help`}
        aria-invalid={save.isError || undefined}
        onChange={({ target }) => setDraft(target.value)}
        className="w-full rounded-small border border-line-strong bg-surface px-3 py-2 font-serif text-read leading-relaxed"
      />
      <p id={`${id}-help`} className="text-sm text-ink-faint">
        One rule a line.
      </p>
      {save.isError && (
        <p role="alert" className="text-bad">
          {messageOf(save.error)}
        </p>
      )}
      {draft !== null && (
        <div className="flex gap-2">
          <Button type="submit" isBusy={save.isPending}>
            Save
          </Button>
          <Button look="quiet" onClick={() => setDraft(null)}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}

function FixedRules({ name, rules, isNamed }: Pick<RulesFormProps, 'name' | 'rules' | 'isNamed'>) {
  return (
    <div>
      <p className={isNamed ? 'mb-1 font-medium' : 'sr-only'}>{name}</p>
      {rules.length === 0 ? (
        <p className="text-ink-faint">No rules yet.</p>
      ) : (
        <ul className="list-disc pl-5 font-serif text-read">
          {rules.map((rule) => (
            <li key={rule} dir="auto">
              {rule}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/u, '').trim())
    .filter((line) => line !== '');
}
