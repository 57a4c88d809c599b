import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import type { DraftHost, WriterCall, WriterRequest } from '#modes/draft/protocol.ts';

import { withExploreParts } from '../../citing/domain/citation-parts.ts';
import type { ExplorePart, RetrievedSource } from '../../protocol.ts';
import { createModelStrategist } from '../../strategist/server/model-strategist.ts';
import { historyRoom } from '../../strategist/server/room.ts';
import { inRequestOrder } from '../../strategist/server/strategist.ts';
import { inWords } from '../domain/in-words.ts';
import type { ExploreDependencies } from './dependencies.ts';
import { spoken, turnPart, voiceOf } from './explore-server.ts';
import { exploreState } from './explore-state-of.ts';
import { readTurnMaterial } from './turn-material.ts';

interface HostDependencies extends Pick<ExploreDependencies, 'tables' | 'context' | 'voicesOf'> {
  readonly roleModels: RoleModels;
}

/** Drafts in explore are written from its conversation, its sources in context, and the voice that it has. */
export function createDraftHost(dependencies: HostDependencies): DraftHost<AbortSignal, RetrievedSource> {
  const { tables, roleModels } = dependencies;
  return {
    async materialOf(session, work) {
      const writer = await roleModels.of(tables.read, work.person, 'writer');
      const room = writer ? historyRoom(writer) : HISTORY_ROOM;
      const material = await readTurnMaterial(dependencies, session, { ...work, room });
      const { before, earlier, message, begun, inContext, sources, bucketName } = material;
      const { rules, shown } = await voiceOf(dependencies, work.person, exploreState(session).voice);
      return {
        before: spoken(before),
        earlier,
        userMessage: message?.content ?? '',
        begun: begun.length > 0 ? inWords(begun).join('') : null,
        sources: inRequestOrder(sources),
        bucketName,
        userName: rules.profile.name,
        personName: shown.personName,
        personalVoice: rules.personalVoice,
        companyVoice: rules.companyVoice,
        turn: inContext ? turnPart(inContext) : null,
      };
    },
    async writerOf(person) {
      const model = await roleModels.of(tables.read, person, 'writer');
      return model && { name: model.name, model: model.model, write: (request, call) => write(model, request, call) };
    },
    checked: (pieces, { sources }) => withExploreParts(pieces, sources),
  };
}

async function* write(
  model: RoleModel,
  request: WriterRequest<RetrievedSource>,
  call: WriterCall<AbortSignal>,
): AsyncIterable<string | ExplorePart> {
  const { material, ...rules } = request;
  const { before, userMessage, begun, ...rest } = material;
  const said = [...before, { author: 'person' as const, content: userMessage }];
  const history = begun === null ? said : [...said, { author: 'assistant' as const, content: begun }];
  const stream = createModelStrategist(model, 'writer').reply({ ...rest, ...rules, history }, call);
  yield* withExploreParts(stream, material.sources);
}
