import { figure } from '#elements/web/text/figures.ts';

import type { ContextWindow } from '../../../protocol.ts';

const accent = (percent: number) => `color-mix(in srgb, var(--accent) ${percent}%, var(--paper))`;

/** In the order of the request. */
const PARTS = [
  { part: 'system', name: 'rules and voice', color: 'var(--line-strong)' },
  { part: 'pinned', name: 'pinned', color: 'var(--accent)' },
  { part: 'bucket', name: 'bucket', color: accent(62) },
  { part: 'semantic', name: 'from other buckets', color: accent(34) },
  { part: 'history', name: 'conversation', color: 'var(--line)' },
] as const;

/** How full the context window is, in proportion. */
export function WindowBar({ window }: { readonly window: ContextWindow }) {
  const { size, answer } = window;
  const parts = PARTS.filter(({ part }) => window[part] > 0);
  const words = [
    ...parts.map(({ part, name }) => `${name} ${figure(window[part])}`),
    `kept for the answer ${figure(answer)}`,
  ];
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with spans
      role="img"
      aria-label={`Window of ${figure(size)} tokens: ${words.join(', ')}`}
      title={words.join(', ')}
      className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
    >
      {parts.map(({ part, color }) => (
        // However small, a part is seen.
        <span
          key={part}
          className="min-w-0.5"
          style={{ width: `${(window[part] / size) * 100}%`, background: color }}
        />
      ))}
      <span className="ml-auto bg-raised" style={{ width: `${(answer / size) * 100}%` }} />
    </div>
  );
}
