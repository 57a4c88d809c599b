import type { ServerContribution } from '#contribution/server/contribution.ts';
import { draftContribution } from '#modes/draft/server/draft-contribution.ts';
import { exploreContribution } from '#modes/explore/server/explore-contribution.ts';
import { rabbitholeContribution } from '#modes/rabbit-hole/server/rabbithole-contribution.ts';
import { recallContribution } from '#modes/recall/server/recall-contribution.ts';

export const serverModes: readonly ServerContribution[] = [
  recallContribution(),
  exploreContribution(),
  draftContribution(),
  rabbitholeContribution(),
];
