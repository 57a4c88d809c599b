import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { SubjectLinkProps } from '#session/web/inner/inner-mode.ts';

import { tangentsQuery } from './queries.ts';

/** The number of tangents of a subject, as a link to their page. */
export function TangentsLink({ subjectId, to }: SubjectLinkProps) {
  const { data } = useQuery(tangentsQuery(subjectId));
  if (!data || data.tangents.length === 0) return null;
  return (
    <Link to={to} className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2">
      {`Tangents, ${data.tangents.length}`}
    </Link>
  );
}
