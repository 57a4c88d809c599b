import { Link } from '@tanstack/react-router';

import type { SourceOfPoint } from '../../protocol.ts';

export function PointSourceLink({
  source: { sourceId, title, passage, sentence },
}: {
  readonly source: SourceOfPoint;
}) {
  return (
    <p className="mt-0.5 text-sm text-ink-soft">
      From{' '}
      <Link
        to="/library/{-$sourceId}"
        params={{ sourceId }}
        {...(passage !== null && { hash: `p${passage}` })}
        dir="auto"
        title={sentence}
        className="rounded-small text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
      >
        {title}
      </Link>
    </p>
  );
}
