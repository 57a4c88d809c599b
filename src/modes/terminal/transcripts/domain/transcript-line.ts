import { parseCliJson } from './parse-cli-json.ts';

/** A block of a message, with the fields that Warren reads. */
export type TranscriptBlock =
  | { readonly type: 'text'; readonly text: string }
  /** Empty from versions that do not reveal it. */
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-use'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool-result';
      readonly toolUseId: string;
      readonly text: string;
      readonly isError: boolean;
      /** Data URLs. */
      readonly images: readonly string[];
    }
  /** A data URL. */
  | { readonly type: 'image'; readonly url: string }
  | { readonly type: 'other' };

interface Common {
  readonly uuid: string | null;
  readonly parentUuid: string | null;
  readonly sessionId: string | null;
  readonly cwd: string | null;
  /** Milliseconds since the epoch; null if the line has no time. */
  readonly at: number | null;
  readonly isSidechain: boolean;
}

/**
 * One line of a transcript of Claude Code. The format belongs to the CLI and changes, so lines that are not understood
 * have the kind `unknown`.
 */
export type TranscriptLine = Common &
  (
    | {
        readonly kind: 'user';
        /** The whole text, typed or inserted; null if there are blocks. */
        readonly text: string | null;
        readonly blocks: readonly TranscriptBlock[];
        readonly isMeta: boolean;
        readonly isCompactSummary: boolean;
        readonly promptId: string | null;
        /** It was typed during a turn, and sent after that had ended. */
        readonly wasQueued: boolean;
        /** The person typed it, so it counts as their words in any format. */
        readonly isTyped: boolean;
        /** Claude Code prompted itself. */
        readonly isOfSystem: boolean;
        /**
         * For an interruption: whether it ended an answer or a call, rather than answering a dialog. Null if the
         * version does not say.
         */
        readonly isOfMessage: boolean | null;
        /**
         * The parts of a tool's result that are not in its output: the change of a file, a background task, and the
         * file with all of an output that was too long.
         */
        readonly toolUseResult: Readonly<Record<(typeof RESULT_FIELDS)[number], unknown>> | null;
      }
    | {
        readonly kind: 'assistant';
        /** One message can have several lines. */
        readonly messageId: string | null;
        readonly blocks: readonly TranscriptBlock[];
        /** Null while the message is incomplete, and from some versions. */
        readonly stopReason: string | null;
        /** It contains an error message instead of an answer. */
        readonly isApiError: boolean;
        /** No model wrote it. */
        readonly isSynthetic: boolean;
      }
    /**
     * A text that was typed during a turn: `enqueue`, then `dequeue` for the next turn, or `remove` into the current
     * one.
     */
    | { readonly kind: 'queue'; readonly operation: string; readonly content: string | null }
    /** The model read a text that was typed during its turn. */
    | { readonly kind: 'queued-command'; readonly prompt: string; readonly isOfSystem: boolean }
    /** A command that the model did not see, or the output of one. */
    | { readonly kind: 'local-command'; readonly content: string }
    /** A request failed, and will be retried. */
    | { readonly kind: 'api-error'; readonly text: string }
    | { readonly kind: 'turn-over' }
    /** A hook of the person refused a prompt. */
    | { readonly kind: 'blocked'; readonly prompt: string; readonly reason: string }
    /** A title, given or generated. The last one counts. */
    | { readonly kind: 'title'; readonly title: string; readonly isCustom: boolean }
    | { readonly kind: 'leaf'; readonly leafUuid: string | null }
    | { readonly kind: 'compaction' }
    /** The context of the model was empty before the prompt that this line follows. */
    | { readonly kind: 'context-begins' }
    /** A known line without interest for a reader. */
    | { readonly kind: 'other' }
    | { readonly kind: 'unknown' }
  );

const RESULT_FIELDS = ['structuredPatch', 'backgroundTaskId', 'persistedOutputPath', 'persistedOutputSize'] as const;
const TITLES = new Set(['ai-title', 'custom-title', 'summary']);
const OTHERS = new Set(
  `system attachment queue-operation agent-name agent-setting tag mode permission-mode pr-link bridge-session
  worktree-state relocated content-replacement progress file-history-snapshot file-history-delta`.split(/\s+/u),
);

/** Reads a line; null if it is not a readable JSON object. Never throws. */
export function readTranscriptLine(line: string): TranscriptLine | null {
  const value = parseCliJson(line.replace(/^\uFEFF/u, ''));
  if (!isRecord(value)) return null;
  const common: Common = {
    uuid: stringOf(value['uuid']),
    // A compaction has no parent, but names the line before it.
    parentUuid: stringOf(value['parentUuid']) ?? stringOf(value['logicalParentUuid']),
    sessionId: stringOf(value['sessionId']),
    cwd: stringOf(value['cwd']),
    at: timeOf(value['timestamp']),
    isSidechain: value['isSidechain'] === true,
  };
  const type = stringOf(value['type']) ?? '';
  const message = isRecord(value['message']) ? value['message'] : {};
  const content = message['content'];
  if (type === 'user')
    return {
      ...common,
      kind: 'user',
      text: typeof content === 'string' ? content : null,
      blocks: blocksOf(content),
      isMeta: value['isMeta'] === true,
      isCompactSummary: value['isCompactSummary'] === true,
      promptId: stringOf(value['promptId']),
      wasQueued: value['promptSource'] === 'queued',
      isTyped: value['promptSource'] === 'typed' || value['promptSource'] === 'queued',
      isOfSystem: value['promptSource'] === 'system' || isOfSystem(value['origin']),
      isOfMessage: stringOf(value['interruptedMessageId']) === null ? (tellsInterrupted(value) ? false : null) : true,
      toolUseResult: resultOf(value['toolUseResult']),
    };
  if (type === 'assistant') {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : blocksOf(content);
    return {
      ...common,
      kind: 'assistant',
      messageId: stringOf(message['id']),
      blocks,
      stopReason: stringOf(message['stop_reason']),
      isApiError: value['isApiErrorMessage'] === true,
      isSynthetic: message['model'] === '<synthetic>',
    };
  }
  if (TITLES.has(type)) {
    const title = ['customTitle', 'aiTitle', 'title', 'summary'].map((field) => stringOf(value[field])).find(Boolean);
    return title
      ? { ...common, kind: 'title', title, isCustom: type === 'custom-title' }
      : { ...common, kind: 'other' };
  }
  if (type === 'last-prompt') return { ...common, kind: 'leaf', leafUuid: stringOf(value['leafUuid']) };
  if (type === 'system') return { ...common, ...systemLine(value) };
  if (type === 'queue-operation')
    return {
      ...common,
      kind: 'queue',
      operation: stringOf(value['operation']) ?? '',
      content: stringOf(value['content']),
    };
  const attachment = isRecord(value['attachment']) ? value['attachment'] : {};
  if (type === 'attachment' && attachment['type'] === 'queued_command')
    return {
      ...common,
      kind: 'queued-command',
      prompt: stringOf(attachment['prompt']) ?? '',
      isOfSystem: (stringOf(attachment['commandMode']) ?? 'prompt') !== 'prompt' || isOfSystem(attachment['origin']),
    };
  // The list of agents is complete only if nothing in the context lists them.
  if (attachment['type'] === 'agent_listing_delta' && attachment['isInitial'] === true)
    return { ...common, kind: 'context-begins' };
  return { ...common, kind: OTHERS.has(type) ? 'other' : 'unknown' };
}

type SystemLine =
  | { readonly kind: 'compaction' | 'turn-over' | 'other' }
  | { readonly kind: 'local-command'; readonly content: string }
  | { readonly kind: 'api-error'; readonly text: string }
  | { readonly kind: 'blocked'; readonly prompt: string; readonly reason: string };

const BLOCKED = 'UserPromptSubmit operation blocked by hook:';
const ORIGINAL = '\n\nOriginal prompt: ';

function systemLine(value: Readonly<Record<string, unknown>>): SystemLine {
  const content = stringOf(value['content']) ?? '';
  switch (value['subtype']) {
    case 'compact_boundary':
      return { kind: 'compaction' };
    case 'turn_duration':
      return { kind: 'turn-over' };
    case 'local_command':
      return { kind: 'local-command', content };
    case 'api_error': {
      const error = isRecord(value['error']) ? value['error'] : {};
      return { kind: 'api-error', text: stringOf(error['message']) ?? content };
    }
    case 'informational': {
      const [reason = '', ...prompt] = content.startsWith(BLOCKED) ? content.slice(BLOCKED.length).split(ORIGINAL) : [];
      // The reason begins with the hook's command.
      return prompt.length > 0
        ? { kind: 'blocked', reason: reason.trim().replace(/^\[[^\n]*\]: /u, ''), prompt: prompt.join(ORIGINAL) }
        : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}

/** The kind of an origin is `human`, or the maker of the prompt. */
const isOfSystem = (origin: unknown): boolean => isRecord(origin) && (stringOf(origin['kind']) ?? 'human') !== 'human';

/** Versions from 2.1.197 on name the message that an interruption ended. */
function tellsInterrupted({ version }: Readonly<Record<string, unknown>>): boolean {
  const [major = 0, minor = 0, patch = 0] = (stringOf(version) ?? '').split('.').map(Number);
  return major * 1_000_000 + minor * 1_000 + patch >= 2_001_197;
}

function blocksOf(content: unknown): readonly TranscriptBlock[] {
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown): TranscriptBlock => {
    if (!isRecord(block)) return { type: 'other' };
    switch (block['type']) {
      case 'text':
        return { type: 'text', text: stringOf(block['text']) ?? '' };
      case 'thinking':
        return { type: 'thinking', text: stringOf(block['thinking']) ?? '' };
      case 'tool_use':
        return {
          type: 'tool-use',
          id: stringOf(block['id']) ?? '',
          name: stringOf(block['name']) ?? '',
          input: block['input'] ?? null,
        };
      case 'tool_result':
        return {
          type: 'tool-result',
          toolUseId: stringOf(block['tool_use_id']) ?? '',
          text: resultText(block['content']),
          isError: block['is_error'] === true,
          images: imagesOf(block['content']),
        };
      case 'image':
        return { type: 'image', url: imageUrl(block) ?? '' };
      default:
        return { type: 'other' };
    }
  });
}

const imagesOf = (content: unknown): readonly string[] =>
  Array.isArray(content) ? content.flatMap((block) => imageUrl(block) ?? []) : [];

/** Only the fields that are needed: the whole result repeats the output and the files. */
function resultOf(value: unknown): Extract<TranscriptLine, { kind: 'user' }>['toolUseResult'] {
  if (!isRecord(value)) return null;
  const { structuredPatch, backgroundTaskId, persistedOutputPath, persistedOutputSize } = value;
  const isThere = RESULT_FIELDS.some((field) => value[field] !== undefined);
  return isThere ? { structuredPatch, backgroundTaskId, persistedOutputPath, persistedOutputSize } : null;
}

const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/u;

function imageUrl(block: unknown): string | null {
  const source = isRecord(block) && block['type'] === 'image' && isRecord(block['source']) ? block['source'] : {};
  const data = stringOf(source['data']);
  const type = stringOf(source['media_type']) ?? '';
  return data !== null && IMAGE_TYPE.test(type) ? `data:${type};base64,${data}` : null;
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = Array.isArray(content)
    ? content.filter((block) => isRecord(block)).map(({ text }) => stringOf(text))
    : [];
  return texts.filter((text) => text !== null).join('\n');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
