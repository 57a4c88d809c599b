import { useQuery } from '@tanstack/react-query';

import { QueryState } from '#elements/web/page/query-state.tsx';
import { Section } from '#elements/web/page/section.tsx';

import { ChoicesForm } from './choices-form.tsx';
import { Devices } from './devices.tsx';
import { notificationsQuery } from './queries.ts';

/** The choices of notices, and the devices that get them. Nothing is chosen at first. */
export function NotificationsPage() {
  const read = useQuery(notificationsQuery);
  const { data } = read;
  if (!data) return <QueryState of={read} />;
  return (
    <>
      <Section title="What notifies you">
        <ChoicesForm stored={data.choices} />
      </Section>
      <Section title="Devices">
        <Devices {...data} />
      </Section>
    </>
  );
}
