import { Link } from '@tanstack/react-router';

import { count } from '#elements/web/text/figures.ts';

import type { Today } from '../../sets/protocol.ts';

interface ProposedLineProps {
  readonly proposed: Today['proposed'];
}

/** Opens the points that programs propose; renders nothing without any. */
export function ProposedLine({ proposed: { points, by } }: ProposedLineProps) {
  if (points === 0) return null;
  return (
    <p className="py-1">
      <Link
        to="/recall/proposed"
        className="inline-flex min-h-6 items-center rounded-small text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
      >
        {`${count(points, 'point')} proposed by ${programs(by)}`}
      </Link>
    </p>
  );
}

function programs(names: readonly string[]): string {
  return names.length > 2 ? `${names.length} programs` : names.join(' and ');
}
