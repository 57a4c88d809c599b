import { useQuery } from '@tanstack/react-query';

import type { ChangeTarget } from '../../protocol.ts';
import { firstWords } from '../domain/first-words.ts';
import { versionQuery } from './queries.ts';

/** The part of a draft that a message asks to change. */
export function AskedChange({ target: { draftId, version, start, end } }: { readonly target: ChangeTarget }) {
  const { data } = useQuery(versionQuery(draftId, version));
  return (
    <p className="mb-1 max-w-[min(54ch,88%)] self-end truncate pr-1 text-xs text-ink-faint">
      {`About version ${String(version)}${data ? ': ' : ''}`}
      {data && <span dir="auto">{firstWords(data.text.slice(start, end))}</span>}
    </p>
  );
}
