import { type ComponentType, useContext } from 'react';

import type { WebContribution } from './contribution.ts';
import { contributionsOf, PageCompositionContext } from './page-composition.ts';

/** The parts of one kind that slices add, in the order of the slices. Empty outside a whole page. */
export function useContributed<Part>(partOf: (contribution: WebContribution) => Part | undefined): readonly Part[] {
  const composition = useContext(PageCompositionContext);
  if (!composition) return [];
  return contributionsOf(composition).flatMap((contribution) => {
    const part = partOf(contribution);
    return part === undefined ? [] : [part];
  });
}

interface ContributedProps<Props extends object> {
  readonly parts: readonly { readonly Component: ComponentType<Props> }[];
  readonly props: Props;
}

export function Contributed<Props extends object>({ parts, props }: ContributedProps<Props>) {
  return parts.map(({ Component }, index) => (
    // The contributions of a page never change.
    // oxlint-disable-next-line react/no-array-index-key
    <Component key={index} {...props} />
  ));
}
