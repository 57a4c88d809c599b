import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';

import { buildExplorePrompt } from '../domain/build-explore-prompt.ts';
import type { StrategistRequest } from './strategist.ts';

/** What rules and voices take of the window. */
export function systemTokens(voices: Pick<StrategistRequest, 'userName' | 'personalVoice' | 'companyVoice'>): number {
  const nothing = { bucketName: null, pinnedSources: [], bucketSources: [], semanticSources: [] };
  const { system } = buildExplorePrompt({ ...voices, ...nothing });
  return system.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
