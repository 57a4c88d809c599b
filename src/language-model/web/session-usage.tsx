import { useQuery } from '@tanstack/react-query';

import { sessionUsageQuery } from './queries.ts';
import { roleNames } from './role-names.ts';
import { UsageRow, UsageTable } from './spending/usage-table.tsx';
import { totalsByRole, totalsOf } from './spending/usage-totals.ts';

/** Tokens and cost of a session by role. Nothing if only embedded agents answered. */
export function SessionUsageLine({ sessionId }: { readonly sessionId: string }) {
  const { data: lines } = useQuery(sessionUsageQuery(sessionId));
  if (!lines || lines.length === 0) return null;
  const roles = totalsByRole(lines);
  return (
    <UsageTable caption="Tokens and cost of this session" of="Tokens">
      <tbody>
        {roles.map(({ role, models, totals }) => (
          <UsageRow key={role} look="part" name={roleNames[role].name} note={models.join(', ')} totals={totals} />
        ))}
      </tbody>
      {roles.length > 1 && (
        <tfoot>
          <UsageRow look="total" name="Session" totals={totalsOf(lines)} />
        </tfoot>
      )}
    </UsageTable>
  );
}
