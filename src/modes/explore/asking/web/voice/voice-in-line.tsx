import { useQuery } from '@tanstack/react-query';

import { InlineSelect } from '#elements/web/inline-select.tsx';
import { useRequests } from '#session/web/use-requests.ts';

import type { Voice } from '../../../protocol.ts';
import { voicesQuery } from '../queries.ts';

interface VoiceInLineProps {
  readonly session: string;
  readonly voice: Voice;
}

/** No id of a person: it has a space. */
const COMPANY = 'the company';

/** Whose rules the next reply follows, in the line of the composer. */
export function VoiceInLine({ session, voice: { personId } }: VoiceInLineProps) {
  const { data } = useQuery(voicesQuery);
  const ask = useRequests(session);
  if (!data) return null;
  return (
    <InlineSelect
      label="Voice"
      value={personId ?? COMPANY}
      onChange={({ target: { value } }) =>
        ask({ type: 'set_voice', voice: { personId: value === COMPANY ? null : value } })
      }
    >
      {data.people.map(({ id, name }) => (
        <option key={id} value={id}>{`${name}, with the company’s rules`}</option>
      ))}
      <option value={COMPANY}>The company alone</option>
    </InlineSelect>
  );
}
