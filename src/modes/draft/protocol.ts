import { z } from 'zod';

import { platformId } from '#account/protocol.ts';
import { DIRECTION_MARKS, hasNoDirectionMarks, withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { SourceCitationPart } from '#library/storage/protocol.ts';
import {
  at,
  event,
  id,
  type MessagePart,
  type SessionState,
  type ThreadRoom,
  type ThreadTail,
  up,
} from '#session/protocol.ts';

/** The wire format of drafts, and the port to host modes. */

const versionNumber = z.int().min(1);
const offset = z.int().nonnegative();
/** Maximum length of a part to change, in UTF-16 units. */
const MAX_WORDS = 50_000;

/** Switches between exploring and drafting. Only the person switches. */
const setMode = z.object({ type: z.literal('set_mode'), ...up, mode: z.enum(['explore', 'draft']) });
/** The platform that the next draft is written for. */
const setPlatform = z.object({ type: z.literal('set_platform'), ...up, platform: platformId });
/** Asks to change only a part of a version: the rest stays to the letter. */
const changeParagraph = z.object({
  type: z.literal('change_paragraph'),
  ...up,
  content: z.string(),
  draftId: id,
  version: versionNumber,
  /** Range in the version's text, in UTF-16 units. */
  start: offset,
  end: offset,
  words: z.string().min(1).max(MAX_WORDS),
});
export const draftUpMessages = [setMode, setPlatform, changeParagraph] as const;

/** A part of a draft that a message of the person asks to change. */
const changeTarget = z.object({
  draftId: id,
  version: versionNumber,
  start: offset,
  end: offset,
  /** The words to replace. A version that is being edited can grow, so the range alone is not enough. */
  words: z.string(),
});
export type ChangeTarget = z.infer<typeof changeTarget>;

const platformSet = z.object({ type: z.literal('platform_set'), ...event, platform: platformId });
/** Precedes the `user_message` event with this id. */
const paragraphChangeAsked = z.object({
  type: z.literal('paragraph_change_asked'),
  ...event,
  messageId: id,
  target: changeTarget,
});
/** A draft of this session has another latest version, name or status: by hand, not by a reply. */
const draftChanged = z.object({ type: z.literal('draft_changed'), ...event, draftId: id });
export const draftEvents = [platformSet, paragraphChangeAsked, draftChanged] as const;

/** The page's state of the drafts of a session. The drafts themselves are read from `/api/drafts`. */
export interface DraftView {
  readonly platform: z.infer<typeof platformId>;
  /** Targets by the id of the message that asked; only the latest. */
  readonly targets: Readonly<Record<string, ChangeTarget>>;
  /** The seq of the latest event that can have changed a draft. */
  readonly changedAt: number;
}

/**
 * The head of a draft in a reply, one for each block. The words of the reply do not contain the draft; `at` is the
 * length of the reply’s text before it, in UTF-16 units.
 */
export interface DraftPart extends MessagePart {
  readonly type: 'draft';
  /** Counted from 1 in a reply; a reply that continues it continues the count. */
  readonly block: number;
  readonly at: number;
  readonly title: string;
  readonly platform: z.infer<typeof platformId>;
  /** The person in whose voice it is written; null for the company’s voice alone. */
  readonly personName: string | null;
  /** The provider’s id of the model; null for the embedded writer. */
  readonly model: string | null;
  /** The part of a version that this draft replaces. */
  readonly target?: ChangeTarget;
  /** The draft is still being written. */
  readonly isOpen: boolean;
}

/** A piece of a draft’s text, in the order of the parts. Pieces are short, because a growing piece is sent again. */
export interface DraftTextPart extends MessagePart {
  readonly type: 'draft-text';
  readonly block: number;
  readonly text: string;
}

/** A citation in a draft. `at` is an offset into the text of its block. */
export interface DraftCitationPart extends Omit<SourceCitationPart, 'type'> {
  readonly type: 'draft-citation';
  readonly block: number;
}

/** A part of the host: a citation, the usage of the call, and the line below the reply. */
export type HostPart = SourceCitationPart | (MessagePart & { readonly type: 'usage' | 'turn' | 'check' });

export type WriterPart = HostPart | DraftPart | DraftTextPart | DraftCitationPart;

export const draftStatus = z.enum(['draft', 'ready', 'published']);
export type DraftStatus = z.infer<typeof draftStatus>;

export const draftSummary = z.object({
  id,
  session: id,
  sessionTitle: z.string(),
  title: z.string(),
  platform: platformId,
  status: draftStatus,
  /** The number of its latest version. */
  version: versionNumber,
  /** Size of its latest version, as its platform counts. */
  characters: z.int(),
  updatedAt: at,
});
export type DraftSummary = z.infer<typeof draftSummary>;

/** A citation of a draft. Its marks in the text are `[^number]`. */
export const draftCitation = z.object({
  number: z.int().positive(),
  sourceId: id,
  title: z.string(),
  url: z.string().nullable(),
  quote: z.string(),
  sourceVersion: z.int(),
  /** The range of the quote in that version. Drafts of earlier servers have none. */
  range: z.object({ start: offset, end: offset }).optional(),
  /** Set if the checker found that the claim may say more than the source: a sentence for the person. */
  stronger: z.string().optional(),
  /** The sentence, or its part before the mark, at the time of the citation. */
  claim: z.string(),
});
export type DraftCitation = z.infer<typeof draftCitation>;

/** The Markdown of a draft with its citations. */
export interface CitedDraft {
  readonly text: string;
  readonly citations: DraftCitation[];
}

const versionFacts = {
  number: versionNumber,
  /** The name given by the person; null without one. */
  name: z.string().nullable(),
  author: z.enum(['model', 'hand']),
  title: z.string(),
  platform: platformId,
  /** The person in whose voice it is written; null for the company’s voice alone. */
  voice: z.string().nullable(),
  /** Null for the embedded writer and for the person. */
  model: z.string().nullable(),
  /** The reply that wrote it; null for a version by hand or a restored one. */
  messageId: id.nullable(),
  /** The version that it was made from; null for the first. */
  basedOn: versionNumber.nullable(),
  /** It was saved while another version was being written; both are stored. */
  isAside: z.boolean(),
  /** The reply ended early, and the text is incomplete. */
  isPartial: z.boolean(),
  createdAt: at,
  /** Rises with each save of a version that is edited by hand: one more than the number of its last save. */
  revision: z.int(),
};
/** A version without its text. */
export const versionHead = z.object(versionFacts);
export type VersionHead = z.infer<typeof versionHead>;

const standing = z.enum(['holds', 'not-in-source', 'source-edited', 'source-gone', 'edited', 'unknown']);
export type ClaimStanding = z.infer<typeof standing>;

/** A claim with a citation, checked against the current source. Offsets refer to the version’s text. */
const claim = z.object({
  start: offset,
  end: offset,
  number: z.int(),
  standing,
  /** The range of the quote in the current source; null if the source lacks it. */
  range: z.object({ start: offset, end: offset }).nullable(),
  /** Set if the claim may say more than the source: a sentence for the person. */
  stronger: z.string().optional(),
});
export type CheckedClaim = z.infer<typeof claim>;

export const draftVersion = z.object({
  ...versionFacts,
  text: z.string(),
  citations: z.array(draftCitation),
  claims: z.array(claim),
  /** Sentences that state something without a citation. */
  unsupported: z.array(z.object({ start: offset, end: offset })),
});
export type DraftVersion = z.infer<typeof draftVersion>;

/** `GET /api/drafts` */
export const draftList = z.object({ drafts: z.array(draftSummary) });
/** `GET /api/drafts/:draft` */
export const draftReading = z.object({ draft: draftSummary, versions: z.array(versionHead) });
export type DraftReading = z.infer<typeof draftReading>;

const MAX_DRAFT_CHARACTERS = 200_000;
const MAX_NAME = 120;
const MAX_SAVES = 1_000_000_000;
const name = z.string().trim().max(MAX_NAME).refine(hasNoDirectionMarks, DIRECTION_MARKS);

/** `PUT /api/drafts/:draft/text`: saves a text written by hand. */
export const saveText = z.object({
  text: z.string().max(MAX_DRAFT_CHARACTERS),
  title: z.string().max(MAX_NAME).overwrite(withoutDirectionMarks).optional(),
  /** The version on the screen, and its revision when it was loaded. */
  number: versionNumber,
  revision: z.int(),
  /** The id of the stay in the editor. The saves of a stay change one version; another stay makes another one. */
  editing: id,
  /** Number of the save in its stay. A save that arrives after a later one changes nothing. */
  save: z.int().nonnegative().max(MAX_SAVES),
});
export type SaveText = z.infer<typeof saveText>;
/** `isAside`: another version was written meanwhile, so the text was stored as a separate version. */
export const savedText = z.object({ version: versionHead, isAside: z.boolean() });
export type SavedText = z.infer<typeof savedText>;

/** `POST /api/drafts/:draft/restore` */
export const restoreVersion = z.object({ number: versionNumber });
/** `POST /api/drafts/:draft/keep`: keeps a version as a source of the person's own. */
export const keepDraft = z.object({ number: versionNumber });
/** `POST /api/drafts/:draft/quote`: appends a part of a source as a quotation with its citation. */
export const quoteInDraft = z.object({ sourceId: id, version: z.int(), start: offset, end: offset });
/** `PATCH /api/drafts/:draft` */
export const changeDraft = z.object({
  title: name.min(1).optional(),
  status: draftStatus.optional(),
});
/** `PATCH /api/drafts/:draft/versions/:number` */
export const nameVersion = z.object({ name: name.nullable() });

/** A message in words: drafts are between `[Draft: title]` and `[End of draft]`. */
interface SaidInWords {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** A source in context, as the writer gets it. */
interface EntryInContext {
  readonly id: string;
  readonly title: string;
  /** `semantic`: search found it; otherwise, the person chose it. */
  readonly retrievalMethod: string;
}

/** The input of one reply of the writer. */
export interface DraftMaterial<Entry extends EntryInContext = EntryInContext> {
  /** The conversation before the newest message, oldest first. */
  readonly before: readonly SaidInWords[];
  /** Number of omitted messages before those, in a long session. */
  readonly earlier: number;
  readonly userMessage: string;
  /** The reply so far, if it will be continued. */
  readonly begun: string | null;
  /** The sources in context, in the order of the request. A citation has an index into them. */
  readonly sources: readonly { readonly entry: Entry; readonly text: string }[];
  readonly bucketName: string | null;
  readonly userName: string;
  /** The person in whose voice the draft is written; null for the company’s voice alone. */
  readonly personName: string | null;
  /** One rule per entry. */
  readonly personalVoice: readonly string[];
  readonly companyVoice: readonly string[];
  /** The line below the reply. */
  readonly turn: HostPart | null;
}

/** A piece of a reply that no model wrote. */
export type WrittenPiece =
  | string
  | {
      readonly type: 'citation';
      readonly documentIndex: number;
      readonly citedText: string;
      /** Range in the text of the document, in UTF-16 units. */
      readonly place: { readonly start: number; readonly end: number };
    };

/** The writer's prompt, except for the sources and the voices. */
export interface WriterRequest<Entry extends EntryInContext = EntryInContext> {
  readonly material: DraftMaterial<Entry>;
  /** Identical in every request. */
  readonly rules: string;
  /** The platform and its rules, which follow the voices. */
  readonly further: string;
  /** The current draft, which follows the newest message. */
  readonly asides: readonly string[];
}

/** `Signal`: the type of the abort signal, which pure code does not have. */
export interface WriterCall<Signal> {
  readonly person: string;
  readonly session: string;
  readonly signal: Signal;
  readonly showWait: (wait: { readonly retryInMs: number; readonly reason: string }) => void;
}

/** A mode in whose sessions drafts are written. It provides the conversation and its sources. */
export interface DraftHost<Signal, Entry extends EntryInContext = EntryInContext> {
  materialOf(
    session: SessionState,
    work: {
      readonly person: string;
      readonly readThread: (thread: string, room: ThreadRoom) => Promise<ThreadTail>;
    },
  ): Promise<DraftMaterial<Entry>>;
  /** The model of the writer’s role; null if the embedded writer has it. */
  writerOf(person: string): Promise<{
    readonly name: string;
    readonly model: string;
    /** Streams text, checked citations, and finally the usage of the call. */
    write(request: WriterRequest<Entry>, call: WriterCall<Signal>): AsyncIterable<string | HostPart>;
  } | null>;
  /** Checks the citations of a reply that no model wrote. */
  checked(pieces: AsyncIterable<WrittenPiece>, material: DraftMaterial<Entry>): AsyncIterable<string | HostPart>;
}

declare module '#session/protocol.ts' {
  interface Commands {
    readonly draft: z.infer<(typeof draftUpMessages)[number]>;
  }
  interface Events {
    readonly draft: z.infer<(typeof draftEvents)[number]>;
  }
}
