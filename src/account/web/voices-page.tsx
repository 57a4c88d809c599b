import { useQuery } from '@tanstack/react-query';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { PlatformId } from '../protocol.ts';
import { meQuery, voicesQuery } from './queries.ts';
import { RulesForm } from './rules-form.tsx';

const PLATFORMS: readonly { readonly id: PlatformId; readonly name: string }[] = [
  { id: 'linkedin', name: 'LinkedIn' },
  { id: 'thread', name: 'Thread' },
  { id: 'long-form', name: 'Long form' },
  { id: 'short-form', name: 'Short form' },
];

/** Rules for the style of texts: one's own rules, the company's, and those of platforms. */
export function VoicesPage() {
  const { data: voices, error, refetch } = useQuery(voicesQuery);
  const { data: me } = useQuery(meQuery);
  if (!voices || !me)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  const { company, platforms, editor, mayEditCompany } = voices;
  const own = voices.people.find(({ id }) => id === me.id)?.rules ?? [];
  const readers = mayEditCompany ? 'Everyone’s texts follow them.' : `${editor} edits them.`;
  return (
    <>
      <Section title="Your voice">
        <p className="mb-4 text-ink-soft">
          How you write, for whatever is written in your name. Anyone here may choose your voice.
        </p>
        <RulesForm name="Your rules" path="personal" rules={own} mayEdit />
      </Section>
      <Section title="The company’s voice">
        <p className="mb-4 text-ink-soft">{`These rules come with every voice. ${readers}`}</p>
        <RulesForm name="The company’s rules" path="company" rules={company} mayEdit={mayEditCompany} />
      </Section>
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
