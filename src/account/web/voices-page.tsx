import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

import { SaveActions } from '#elements/web/form-actions.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { PlatformId, VoicesAnswer } from '../protocol.ts';
import { meQuery, voicesQuery } from './queries.ts';

const MIN_ROWS = 3;

const PLATFORMS: readonly { readonly id: PlatformId; readonly name: string }[] = [
  { id: 'linkedin', name: 'LinkedIn' },
  { id: 'thread', name: 'Thread' },
  { id: 'long-form', name: 'Long form' },
  { id: 'short-form', name: 'Short form' },
];

/**
 * Rules for the style of texts: the person's own, those for everyone if there are other people, and those of platforms.
 */
export function VoicesPage() {
  const read = useQuery(voicesQuery);
  const { data: voices } = read;
  const { data: me } = useQuery(meQuery);
  if (!voices || !me) return <QueryState of={read} />;
  const { company, platforms, editor, mayEditCompany } = voices;
  const own = voices.people.find(({ id }) => id === me.id)?.rules ?? [];
  const isAlone = voices.people.length < 2;
  const readers = isAlone ? '' : mayEditCompany ? 'Everyone’s texts follow them.' : `Only ${editor} edits them.`;
  return (
    <>
      <Section title="Your voice">
        <p className="mb-4 text-ink-soft">
          {`How you write: texts written in your name follow these rules.${isAlone ? '' : ' Everyone who uses this server can read them and choose your voice.'}`}
        </p>
        <RulesForm name="Your rules" path="personal" rules={own} mayEdit />
      </Section>
      {(!isAlone || company.length > 0) && (
        <Section title="Rules for everyone">
          <p className="mb-4 text-ink-soft">{`These rules come with every voice, and everyone who uses this server can read them. ${readers}`}</p>
          <RulesForm name="Rules for everyone" path="company" rules={company} mayEdit={mayEditCompany} />
        </Section>
      )}
      <Section title="Platforms">
        <p className="mb-4 text-ink-soft">{`What a text must keep to where it appears. ${readers}`}</p>
        <div className="flex flex-col gap-8">
          {PLATFORMS.map(({ id, name }) => (
            <RulesForm
              key={id}
              name={name}
              path={`platforms/${id}`}
              rules={platforms[id]}
              mayEdit={mayEditCompany}
              isNamed
            />
          ))}
        </div>
      </Section>
    </>
  );
}

interface RulesFormProps {
  readonly name: string;
  /** The path below `/api/voices/`. */
  readonly path: string;
  readonly rules: readonly string[];
  readonly mayEdit: boolean;
  /** The name is shown as a label. */
  readonly isNamed?: boolean;
}

/** The rules of one voice, one a line. Typed text stays until it is saved. */
function RulesForm({ name, path, rules, mayEdit, isNamed = false }: RulesFormProps) {
  const id = useId();
  const queries = useQueryClient();
  const toast = useToast();
  // Null: unchanged.
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
      {draft !== null && <SaveActions isBusy={save.isPending} onCancel={() => setDraft(null)} />}
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
