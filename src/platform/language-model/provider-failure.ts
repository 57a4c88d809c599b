import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import { remainingTokens } from './remaining-tokens.ts';

export interface ErrorReply {
  readonly status: number;
  /** The provider's message; undefined if there is none, as in a page of a proxy. */
  readonly providerMessage?: string | undefined;
  /** The provider's error code or type, such as `rate_limit_error` or `insufficient_quota`. */
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Rate limits and missing credit are often both answered with 429. */
const RATE_LIMIT_CODE = /\brate_limit/i;
const NO_CREDIT_CODE = /insufficient_(quota|credit|fund|balance)|billing_(error|hard_limit|not_active)/i;
/** Matches whole phrases, because a rate limit message can also mention payment methods and the billing page. */
const NO_CREDIT =
  /credit balance|insufficient[ _](quota|credit|fund|balance)|exceeded your current quota|billing hard limit|check your (plan and )?billing|reached your specified [\w\s]{0,20}usage limit/i;
const TOO_LARGE =
  /prompt is too long|too many (input )?tokens|context.?(length|window|size|limit)|maximum context|exceeds? the (model|max)/i;
const UNKNOWN_MODEL =
  /model.{0,200}(not found|does not exist|not exist|unknown|is not supported|unsupported)|(no|invalid|unknown) (such )?model/i;
const FILTERED = /content.?(filter|policy|management)|safety system|usage polic/i;
const DISABLED = /(organization|account|workspace) (has been|is) (disabled|deactivated|suspended)/i;

/** The key itself is wrong, as opposed to not being allowed to do something. */
const KEY_CODE = /invalid_api_key|authentication/i;
const WRONG = '(invalid|incorrect|expired|revoked|wrong|missing|malformed|not valid|required)';
const KEY = String.raw`\b(api[ _-]?key|token|credentials?)\b`;
const WRONG_KEY = new RegExp(`${WRONG}.{0,20}${KEY}|${KEY}.{0,20}${WRONG}`, 'i');

export function replyFailure(reply: ErrorReply, key: string | null): ModelFailure {
  const shown = scrub(reply.providerMessage, key);
  return failureOf(kindOf(reply, shown), { ...reply, providerMessage: shown });
}

/** The error code takes precedence over the message. `shown`: the message after `scrub`, which the retry reads. */
function kindOf({ status, providerMessage = '', code = '' }: ErrorReply, shown = ''): ModelFailureKind {
  if (status === 401) return 'rejected-key';
  if (status === 402 || NO_CREDIT_CODE.test(code)) return 'no-credit';
  if (status === 413) return 'too-large';
  if (status < 500 && RATE_LIMIT_CODE.test(code)) return 'rate-limited';
  if (status < 500 && NO_CREDIT.test(providerMessage)) return 'no-credit';
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status === 408 || status === 425) return 'overloaded';
  // A plain "not found" means a wrong address. Only a provider mentions models.
  if (status === 404) return /^(not found\W*)?$/i.test(providerMessage) ? 'rejected-request' : 'unknown-model';
  if (FILTERED.test(providerMessage) || /content_filter|content_policy/.test(code)) return 'refused';
  if (status === 403) return forbiddenOrKey(providerMessage, code);
  // If enough tokens are left for an answer, only the requested answer is too long, not the conversation.
  if (TOO_LARGE.test(providerMessage) || code === 'context_length_exceeded')
    return remainingTokens(shown) === null ? 'too-large' : 'rejected-request';
  if (code === 'model_not_found' || UNKNOWN_MODEL.test(providerMessage)) return 'unknown-model';
  return DISABLED.test(providerMessage) ? 'forbidden' : 'rejected-request';
}

/** A country, region or model without access is `forbidden`: another key of the account would not help. */
function forbiddenOrKey(providerMessage: string, code: string): ModelFailureKind {
  if (/permission/i.test(code)) return 'forbidden';
  return KEY_CODE.test(code) || WRONG_KEY.test(providerMessage) ? 'rejected-key' : 'forbidden';
}

/** A failure thrown by an adapter. `describeFailure` replaces the message, knowing the role and the settings. */
export function failureOf(
  kind: ModelFailureKind,
  told: { providerMessage?: string | undefined; retryAfterMs?: number | undefined } = {},
): ModelFailure {
  const message =
    told.providerMessage === undefined
      ? `The model did not answer (${kind}).`
      : `The model did not answer: ${told.providerMessage}`;
  return new ModelFailure(kind, { message, remedy: 'Check the models in Settings, under Models.', ...told });
}

const MAX_SAID_LENGTH = 300;

/** The provider's message on one line, without anything that looks like a key: some providers repeat the key. */
function scrub(providerMessage: string | undefined, key: string | null): string | undefined {
  if (providerMessage === undefined) return undefined;
  const withoutKey = spellings(key).reduce((text, spelling) => text.replaceAll(spelling, '…'), providerMessage);
  const line = withoutKey
    .replace(/\b(sk|pk|key|gsk|xai)[-_][\w*-]{6,}/gi, '…')
    .replace(/(bearer|api-key)([\s:=]+)[\w.*-]{16,}/gi, '$1$2…')
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length > MAX_SAID_LENGTH ? `${line.slice(0, MAX_SAID_LENGTH).toWellFormed()}…` : line;
}

/** The key, plain and encoded as in headers and logs. Shorter texts are ignored: they could be part of a word. */
function spellings(key: string | null): string[] {
  if (key === null || key.length < 4) return [];
  const bytes = Buffer.from(key);
  const base64 = bytes.toString('base64');
  return [key, base64, trimEnd(base64, /=/u), bytes.toString('base64url')];
}

/** Milliseconds from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date; undefined otherwise. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return Math.round(seconds * 1_000);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name does not exist',
  ERR_PRIVATE_ADDRESS: 'its address leads into the private network, which only the first person may use',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
};

/**
 * A failure of the network: `unreachable` before the response began, `cut` in the middle of it.
 */
export function networkFailure(error: unknown, hasAnswer: boolean): ModelFailure {
  const code = codeOf(error);
  return failureOf(hasAnswer ? 'cut' : 'unreachable', {
    providerMessage: code === undefined ? undefined : (WORDS[code] ?? code),
  });
}

/** The error code of the operating system, from anywhere in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    if (first instanceof Error && 'code' in first && typeof first.code === 'string') return first.code;
  }
  return undefined;
}
