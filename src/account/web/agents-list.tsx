import type { Agent } from './queries.ts';

const ROLES: Readonly<Record<string, string>> = {
  tutor: 'Asks and hints',
  evaluator: 'Reads what you say',
  titler: 'Names sessions',
};

/** Who answers, role by role, and whether anything leaves this machine for it. */
export function AgentsList({ agents }: { readonly agents: readonly Agent[] }) {
  return (
    <ul>
      {agents.map(({ role, name, embedded }) => (
        <li key={role} className="flex items-baseline gap-4 border-t border-line py-2.5 first:border-t-0">
          <div className="min-w-0 flex-1">
            <div className="capitalize">{role}</div>
            {ROLES[role] !== undefined && <div className="text-sm text-ink-faint">{ROLES[role]}</div>}
          </div>
          <div className="text-right text-sm text-ink-soft">
            <div>{name}</div>
            <div className="text-ink-faint">
              {embedded ? 'Stays on this machine' : 'Sends what is said to its provider'}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
