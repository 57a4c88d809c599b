/**
 * The meaning of a mark in the text of an answer. `role` and `channel` begin a header that names a speaker or a
 * channel; `message` ends it.
 */
type MarkKind = 'open' | 'close' | 'end' | 'role' | 'speaker' | 'channel' | 'message' | 'decor';

export interface Mark {
  readonly kind: MarkKind;
  readonly text: string;
  /** Whether it is a tag, which people also write, or a control token of a chat template. */
  readonly isTag: boolean;
  /** In lower case. */
  readonly name: string;
}

const MAX_MARK_LENGTH = 48;
const MARK = /(<[|｜]?|\[|◁)(\/?)([a-z][\w▁:.-]{0,40})([|｜]?>|\]|▷)/iy;
const BEGINNING = /(?:<[|｜]?\/?(?:[a-z][\w▁:.-]{0,40}[|｜]?)?|◁\/?[a-z]{0,8}|\[\/?[A-Z]{0,5})$/iy;

/** The names of tags around thinking, also with a prefix such as `seed:`. */
const THINKING_TAG =
  /^(?:[a-z0-9]+[:_])?(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|inner_monologue|antthinking)$/;

/** The names of control tokens, by kind. Every family of models has its own. */
const TOKENS: readonly (readonly [kind: MarkKind, names: RegExp])[] = [
  ['close', /^(?:end|stop|close)_?.*(?:think|thought|reason)|(?:think|thought|reason)\w*_(?:end|stop|close)$/],
  ['open', /think|thought|reason/],
  ['end', /^(?:im_end|eot|eot_id|eom_id|eos|eod|end|endoftext|end.of.text|end.of.sentence|return|call|turn_end)$/],
  ['end', /^end_of_turn(?:_token)?$/],
  ['role', /^(?:im_start|start|start_header_id|start_of_turn(?:_token)?|turn|role_start)$/],
  ['speaker', /^(?:assistant|user|system|observation|tool|human|model|bot|(?:chatbot|user|system)_token)$/],
  ['channel', /^channel$/],
  ['message', /^(?:message|end_header_id|im_sep|content|role_end)$/],
  [
    'decor',
    /^(?:bos|pad|unk|sep|box|constrain|startoftext|(?:begin|start|end).(?:of.)?(?:text|sentence|box|solution|response|answer))$/,
  ],
];

const TAGS: Readonly<Record<string, MarkKind>> = {
  end_of_turn: 'end',
  start_of_turn: 'role',
  eos: 'end',
  'seed:eos': 'end',
  bos: 'decor',
  'seed:bos': 'decor',
  unused94: 'open',
  unused95: 'close',
};

/** The mark at a place of a text. Null if there is none; `unfinished` if the text may end inside one. */
export function markAt(text: string, at: number): Mark | null | 'unfinished' {
  MARK.lastIndex = at;
  const found = MARK.exec(text);
  if (found) return markOf(found);
  if (text.length - at > MAX_MARK_LENGTH) return null;
  BEGINNING.lastIndex = at;
  return BEGINNING.test(text) ? 'unfinished' : null;
}

function markOf([text, opening = '', slash = '', name = '', closing = '']: RegExpExecArray): Mark | null {
  const lower = name.toLowerCase();
  const named = (kind: MarkKind | undefined, isTag: boolean) =>
    kind === undefined ? null : { kind, text, isTag, name: lower };
  const thinking = slash === '' ? 'open' : 'close';
  if (opening === '[' || closing === ']') {
    const isWhole = opening === '[' && closing === ']';
    return named(!isWhole ? undefined : name === 'THINK' ? thinking : name === 'INST' ? 'decor' : undefined, false);
  }
  if (opening === '◁' || closing === '▷') return named(/^think(?:ing)?$/.test(lower) ? thinking : undefined, false);
  if (opening === '<' && closing === '>') {
    if (THINKING_TAG.test(lower)) return named(thinking, true);
    return named(lower === 's' && slash !== '' ? 'end' : TAGS[lower], false);
  }
  // A bar on the right side alone closes what the name opens.
  if (opening === '<' && /^(?:channel|turn)$/.test(lower)) return named(lower === 'turn' ? 'end' : 'close', false);
  const kind = TOKENS.find(([, names]) => names.test(lower))?.[0];
  return named(kind === 'open' ? thinking : kind, false);
}
