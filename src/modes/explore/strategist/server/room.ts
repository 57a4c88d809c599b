import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import type { ThreadRoom } from '#session/protocol.ts';

import { historyShare, type Room } from '../../context/domain/fill-window.ts';
import { buildExplorePrompt } from '../domain/build-explore-prompt.ts';
import type { StrategistRequest } from './strategist.ts';

/** The tokens of rules and voices. */
export function systemTokens(voices: Pick<StrategistRequest, 'userName' | 'personalVoice' | 'companyVoice'>): number {
  const nothing = { bucketName: null, pinnedSources: [], bucketSources: [], semanticSources: [] };
  const { system } = buildExplorePrompt({ ...voices, ...nothing });
  return system.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

const CHARACTERS_PER_TOKEN = 4;

/** The number of characters left for the conversation if the documents take `documents` tokens. */
export function charactersFor(room: Room, documents: number): number {
  return historyShare(room, documents) * CHARACTERS_PER_TOKEN;
}

/** At least this much, regardless of the size of rules, voices and documents. */
export function historyRoom(model: Omit<Room, 'systemTokens'>): ThreadRoom {
  return { ...HISTORY_ROOM, maxCharacters: charactersFor({ ...model, systemTokens: 0 }, 0) };
}
