import { InlineSelect } from '#elements/web/inline-select.tsx';

import type { DraftSummary } from '../../protocol.ts';
import { PLATFORM_NAMES } from './platform-words.ts';

interface DraftChooserProps {
  readonly drafts: readonly DraftSummary[];
  readonly shown: string;
  readonly onChoose: (draftId: string) => void;
}

/** The drafts of the session, where there is more than one. */
export function DraftChooser({ drafts, shown, onChoose }: DraftChooserProps) {
  if (drafts.length < 2) return null;
  return (
    <InlineSelect
      label="Drafts of this session"
      value={shown}
      onChange={({ target }) => onChoose(target.value)}
      className="max-w-[11rem] text-sm text-ink-soft"
    >
      {drafts.map(({ id, title, platform }) => (
        <option key={id} value={id}>{`${PLATFORM_NAMES[platform]}: ${title}`}</option>
      ))}
    </InlineSelect>
  );
}
