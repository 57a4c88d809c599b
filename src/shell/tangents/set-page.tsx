import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import { tangentsQuery } from '#modes/rabbit-hole/web/history/queries.ts';
import { SetPage as Set } from '#modes/recall/web/set-page/set-page.tsx';

/** A set, and the way to the tangents that were taken from it. */
export function SetPage() {
  const { setId } = useParams({ from: '/recall/$setId' });
  return <Set besideSessions={<TangentsLink setId={setId} />} />;
}

function TangentsLink({ setId }: { readonly setId: string }) {
  const { data } = useQuery(tangentsQuery(setId));
  if (!data || data.tangents.length === 0) return null;
  return (
    <Link
      to="/recall/$setId/tangents"
      params={{ setId }}
      className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2"
    >
      {`Tangents, ${data.tangents.length}`}
    </Link>
  );
}
