import { Bookmark } from 'lucide-react';
import { useContext } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { contributionsOf, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { useKeepDraft } from './use-keep-draft.ts';

interface KeepDraftProps {
  readonly draftId: string;
  /** Of the version. */
  readonly number: number;
}

/** Keeps a version in the library, alone or for what other slices make of it. */
export function KeepDraft({ draftId, number }: KeepDraftProps) {
  const { isPending, keep, keepFor } = useKeepDraft(draftId, number);
  const composition = useContext(PageCompositionContext);
  const actions = composition ? contributionsOf(composition).flatMap(({ textAction }) => textAction ?? []) : [];
  return (
    <>
      <IconButton
        label="Keep this version as a source"
        onClick={() => {
          if (!isPending) void keep();
        }}
      >
        <Icon of={Bookmark} />
      </IconButton>
      {actions.map(({ Component }, index) => (
        // Contributions keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Component key={index} keep={keepFor} />
      ))}
    </>
  );
}
