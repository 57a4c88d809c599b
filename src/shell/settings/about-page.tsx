import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';

import type { Me } from '#account/protocol.ts';
import { meQuery } from '#account/web/queries.ts';
import { Button } from '#elements/web/button.tsx';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { ExportData } from '#person-data/web/export-data.tsx';
import { Servers } from '#status/web/servers.tsx';

import license from '../../../LICENSE?raw';
import notices from '../../../THIRD-PARTY-NOTICES.md?raw';
import { RELEASES } from './whats-new.ts';

/** Loaded separately: sharing the frame's copy would pull this page into the first load. */
const keysSheet = loadOnce(async () => (await import('../palette/keys-sheet.tsx')).KeysSheet);

/** The version with what is new, the person's name and data, help, the servers, and licences. */
export function AboutPage() {
  const [isKeysOpen, setKeysOpen] = useState(false);
  return (
    <>
      <Section title={`Warren ${RELEASES[0]?.version ?? ''}`}>
        {RELEASES.map(({ version, news }) => (
          <div key={version}>
            <h3 className="mb-1 text-sm font-medium">What is new</h3>
            <ul className="max-w-[62ch] list-disc pl-5 text-ink-soft">
              {news.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        ))}
      </Section>
      <Section title="Your name">
        <OwnName />
      </Section>
      <Section title="Help">
        <ul className="mb-3 max-w-[62ch] list-disc pl-5 text-ink-soft">
          <li>Ctrl/Cmd-K, or Find on a phone, goes to every page and finds sets, sources and sessions.</li>
          <li>The question mark shows the keys of the page that is open.</li>
          <li>Ctrl/Cmd-Z takes the last change back; Find lists the ones before.</li>
          <li>On the server, “warren help” lists its commands, and docs/operating.md says how to run it.</li>
        </ul>
        <Button onClick={() => setKeysOpen(true)}>Show the keys</Button>
        {isKeysOpen && <keysSheet.Component onClose={() => setKeysOpen(false)} />}
      </Section>
      <Section title="Export my data">
        <ExportData />
      </Section>
      <Servers />
      <Section title="Licences">
        <Folded title="Warren">{license}</Folded>
        <Folded title="Parts of others">{notices}</Folded>
      </Section>
    </>
  );
}

function OwnName() {
  const { data: me } = useQuery(meQuery);
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (name: string) => api<Me>('PUT', '/api/me', { name }),
    onSuccess(saved) {
      queries.setQueryData(meQuery.queryKey, saved);
      // Voices and agents use the names of people.
      void queries.invalidateQueries();
      toast({ text: 'Name saved.' });
    },
  });
  if (!me) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(formText(event.currentTarget, 'name'));
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-[440px] flex-col gap-3">
      <TextField
        key={me.name}
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={me.name}
        problem={save.error ? messageOf(save.error) : undefined}
        help="How Warren names you in your texts, and to others on this server."
      />
      <Button type="submit" look="primary" isBusy={save.isPending} className="self-end">
        Save
      </Button>
    </form>
  );
}

function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-1.5 text-ink-soft hover:text-ink">{title}</summary>
      <pre
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-1 mb-3 max-h-[50dvh] overflow-auto rounded-small bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
      >
        {children}
      </pre>
    </details>
  );
}
