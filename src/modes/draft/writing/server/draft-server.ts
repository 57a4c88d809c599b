import type { Transaction } from 'kysely';

import type { PlatformId } from '#account/protocol.ts';
import { assert } from '#kernel/assert.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import { streamWords } from '#language-model/server/stream-words.ts';
import type { Library } from '#library/server/library.ts';
import { textsToAnswer } from '#library/server/texts-to-answer.ts';
import type { SessionState } from '#session/protocol.ts';
import {
  type AnyModeServer,
  defineMode,
  type ModeReports,
  type RecordRequest,
  type ReplyWork,
} from '#session/server/mode-server.ts';
import { spokenLanguage } from '#text/domain/language.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ChangeTarget, DraftHost, DraftMaterial, WriterPart, WrittenPiece } from '../../protocol.ts';
import { begunDrafts, continuedBy } from '../domain/begun-draft.ts';
import type { DraftReport, DraftState, DraftTypes } from '../domain/draft-fold.ts';
import { draftMode } from '../domain/draft-mode.ts';
import { DraftSplitter } from '../domain/draft-splitter.ts';
import { composeOutline } from '../domain/outline.ts';
import { type CurrentDraft, draftAsides, platformRules, WRITER_RULES } from '../domain/writer-rules.ts';
import { readRequest } from '../domain/writing-request.ts';

/** The effects of drafting: the writer’s replies, and their versions. */
export function createDraftServer(
  dependencies: DraftDependencies,
  onStart: (reports: ModeReports<DraftReport>) => void,
): AnyModeServer {
  const { hosts, currentDraft, record, platformRulesOf } = dependencies;

  function hostOf({ mode }: SessionState): DraftHost<AbortSignal> {
    const host = Object.hasOwn(hosts, mode) ? hosts[mode] : undefined;
    assert(host, 'drafts are written in sessions of a mode that hosts them');
    return host;
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string | WriterPart> {
    const { person, signal, announce, showWait } = work;
    const { turn } = session;
    assert(turn?.replyId, 'a reply belongs to a turn that has begun it');
    const host = hostOf(session);
    const { platform, targets } = session.modes['draft'] as DraftState;
    const target = targets[turn.messageId];
    const [material, writer, current, rules] = await Promise.all([
      host.materialOf(session, work),
      host.writerOf(person),
      currentDraft({ person, session: session.session, platform, target: target ?? null }),
      platformRulesOf(person, platform),
    ]);
    announce(writer?.name ?? BUILT_IN);
    if (material.turn) yield material.turn;
    const call = { person, session: session.session, signal, showWait };
    const request = {
      material,
      rules: WRITER_RULES,
      further: platformRules(platform, rules),
      asides: current ? draftAsides(current) : [],
    };
    const outline = { material, platform, isChange: target !== undefined, signal };
    const stream = writer
      ? writer.write(request, call)
      : host.checked(writeOutline(dependencies, { person, ...outline }), material);
    const begun = begunDrafts(continuedBy(session.messages, turn.continues));
    const { personName } = material;
    const facts = { platform, personName, model: writer?.model ?? null, ...(target && { target }) };
    const splitter = new DraftSplitter(facts, begun);
    yield* splitter.begin();
    try {
      for await (const piece of stream) yield* splitter.push(piece);
    } catch (error) {
      // A model that continues a cut reply opens its unfinished tag again.
      if (!(error instanceof AppError && error.kind === 'reply-cut')) yield* splitter.end('cut');
      throw error;
    }
    yield* splitter.end(signal.aborted ? 'cut' : 'over');
  }

  return defineMode<DraftTypes>({
    domain: draftMode,
    begin: () => {
      throw new AppError('malformed', 'A draft is written inside a session. Begin one of explore.', { field: 'mode' });
    },
    start: onStart,
    reply,
    record: (trx: Transaction<never>, request) => record(trx, request),
  });
}

interface DraftDependencies {
  /** Hosts by the mode of their sessions. */
  readonly hosts: Readonly<Record<string, DraftHost<AbortSignal>>>;
  readonly library: () => Library;
  /** Pause between two words of the embedded writer, in ms. */
  readonly paceMs: number;
  /** The draft that a request is about: that of the target, or the first of the session for the platform. */
  readonly currentDraft: (of: {
    readonly person: string;
    readonly session: string;
    readonly platform: PlatformId;
    readonly target: ChangeTarget | null;
  }) => Promise<CurrentDraft | null>;
  readonly platformRulesOf: (person: string, platform: PlatformId) => Promise<readonly string[]>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of versions are their feature's own
  readonly record: (trx: Transaction<any>, request: RecordRequest) => Promise<void>;
}

interface Options {
  readonly library: () => Library;
  /** Pause between two words, in ms. */
  readonly paceMs: number;
}

interface OutlineRequest {
  readonly person: string;
  readonly material: DraftMaterial;
  readonly platform: PlatformId;
  readonly isChange: boolean;
  readonly signal: AbortSignal;
}

/** Writes an outline of cited passages, without a key or a network. */
async function* writeOutline(
  { library, paceMs }: Options,
  { person, material, platform, isChange, signal }: OutlineRequest,
): AsyncIterable<WrittenPiece> {
  const { before, userMessage } = material;
  const said = before.filter(({ author }) => author === 'person').map(({ content }) => content);
  const request = readRequest(userMessage, said);
  const documents = material.sources.map(({ entry: { id, title, retrievalMethod }, text }) => ({
    id,
    title,
    text,
    isChosen: retrievalMethod !== 'semantic',
  }));
  const query = `${request.subject}\n${request.addition}`.trim() || userMessage;
  const { texts } = isChange ? { texts: [] } : await textsToAnswer(library(), { person, query, documents });
  const language = spokenLanguage([userMessage, ...said.toReversed()]);
  const pieces = composeOutline({ platform, language, request, sources: texts, isChange });
  for (const piece of pieces)
    if (typeof piece === 'string') yield* streamWords(piece, paceMs, signal);
    else if (!signal.aborted) yield piece;
}
