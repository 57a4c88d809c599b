import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { WithSettingsLink } from '#session/web/transcript/rows/wait-notice.tsx';

import type { ModelSettings, SpendingLimits } from '../../protocol.ts';
import { amountText, readAmount } from '../money.ts';
import { problemAt, problemText } from '../problem-text.ts';
import { storeModelSettings } from '../queries.ts';

const FIELDS = [
  { name: 'dayMicros', label: 'Limit per day, in dollars' },
  { name: 'monthMicros', label: 'Limit per month, in dollars' },
] as const;
type Field = (typeof FIELDS)[number]['name'];
type Written = Readonly<Record<Field, string>>;

function writtenOf(limits: SpendingLimits): Written {
  return { dayMicros: amountText(limits.dayMicros), monthMicros: amountText(limits.monthMicros) };
}

/** The form of the spending limits. An empty field means no limit. */
export function LimitsForm({ limits }: { readonly limits: SpendingLimits }) {
  const queries = useQueryClient();
  const toast = useToast();
  const [written, setWritten] = useState(() => writtenOf(limits));
  const [problems, setProblems] = useState<Partial<Written>>({});
  const [known, setKnown] = useState(limits);
  if (FIELDS.some(({ name }) => known[name] !== limits[name])) {
    // The limits were changed elsewhere. Unsaved input is kept.
    const before = writtenOf(known);
    setKnown(limits);
    if (FIELDS.every(({ name }) => written[name] === before[name])) setWritten(writtenOf(limits));
  }
  const put = async (changed: SpendingLimits) => {
    storeModelSettings(queries, await api<ModelSettings>('PUT', '/api/models/limits', changed));
  };
  const undo = async () => {
    setWritten(writtenOf(limits));
    await put(limits).catch((error: unknown) => toast({ text: messageOf(error) }));
  };
  const save = useMutation({
    mutationFn: put,
    onSuccess: (_, changed) => {
      setWritten(writtenOf(changed));
      toast({ text: 'Limits saved.', undo: () => void undo() });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const day = readAmount(written.dayMicros);
    const month = readAmount(written.monthMicros);
    setProblems({
      ...('problem' in day && { dayMicros: day.problem }),
      ...('problem' in month && { monthMicros: month.problem }),
    });
    if ('micros' in day && 'micros' in month) save.mutate({ dayMicros: day.micros, monthMicros: month.micros });
  };
  const at = (field: Field) => problems[field] ?? problemAt(save.error, field);
  return (
    <form aria-label="Spending limits" noValidate onSubmit={submit} className="flex max-w-[440px] flex-col gap-4">
      <p className="text-sm text-ink-faint">
        When a limit is reached, models pause and the page says so. Nothing you said is lost. Models with an unknown
        price do not count.
      </p>
      <div className="grid gap-4 wide:grid-cols-2">
        {FIELDS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            value={written[name]}
            onChange={(event) => {
              setWritten({ ...written, [name]: event.target.value });
              setProblems({});
              save.reset();
            }}
            problem={at(name)}
          />
        ))}
      </div>
      {save.error && FIELDS.every(({ name }) => at(name) === undefined) && (
        <p role="alert" className="text-sm text-bad">
          <WithSettingsLink text={problemText(save.error)} />
        </p>
      )}
      <Button type="submit" className="self-end" isBusy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
