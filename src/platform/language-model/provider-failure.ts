import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

import { remainingTokens } from './remaining-tokens.ts';
import type { Watchdog } from './watchdog.ts';

/** What came back instead of an answer. */
export interface ErrorReply {
  readonly status: number;
  /** The provider's own words; undefined where it had none, as a proxy's page has not. */
  readonly said?: string | undefined;
  /** The provider's own name for it, such as `rate_limit_error` or `insufficient_quota`. */
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Tokens that the account may not use for now, and money that it does not have: both are often answered with 429. */
const RATE_LIMIT_CODE = /\brate_limit/i;
const NO_CREDIT_CODE = /insufficient_(quota|credit|fund|balance)|billing_(error|hard_limit|not_active)/i;
/**
 * Whole phrases: a rate limit too may say that it would be higher with a payment method, and name the page for billing.
 */
const NO_CREDIT =
  /credit balance|insufficient[ _](quota|credit|fund|balance)|exceeded your current quota|billing hard limit|check your (plan and )?billing|reached your specified [\w\s]{0,20}usage limit/i;
const TOO_LARGE =
  /prompt is too long|too many (input )?tokens|context.?(length|window|size|limit)|maximum context|exceeds? the (model|max)/i;
const UNKNOWN_MODEL =
  /model.{0,200}(not found|does not exist|not exist|unknown|is not supported|unsupported)|(no|invalid|unknown) (such )?model/i;
const FILTERED = /content.?(filter|policy|management)|safety system|usage polic/i;
const DISABLED = /(organization|account|workspace) (has been|is) (disabled|deactivated|suspended)/i;

/** That the key itself is at fault, and not what it is used for. */
const KEY_CODE = /invalid_api_key|authentication/i;
const WRONG = '(invalid|incorrect|expired|revoked|wrong|missing|malformed|not valid|required)';
const KEY = String.raw`\b(api[ _-]?key|token|credentials?)\b`;
const WRONG_KEY = new RegExp(`${WRONG}.{0,20}${KEY}|${KEY}.{0,20}${WRONG}`, 'i');

/** The kind of failure that a provider's answer tells of. */
export function replyFailure(reply: ErrorReply, key: string | null): ModelFailure {
  const shown = scrub(reply.said, key);
  return failureOf(kindOf(reply, shown), { ...reply, said: shown });
}

/** A name that the provider has for it counts before its words. `shown`: as much of them as whoever asks again reads. */
function kindOf({ status, said = '', code = '' }: ErrorReply, shown = ''): ModelFailureKind {
  if (status === 401) return 'rejected-key';
  if (status === 402 || NO_CREDIT_CODE.test(code)) return 'no-credit';
  if (status === 413) return 'too-large';
  if (status < 500 && RATE_LIMIT_CODE.test(code)) return 'rate-limited';
  if (status < 500 && NO_CREDIT.test(said)) return 'no-credit';
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status === 408 || status === 425) return 'overloaded';
  // A page that was not found is an address that is wrong; only a provider speaks of models.
  if (status === 404) return /^(not found\W*)?$/i.test(said) ? 'rejected-request' : 'unknown-model';
  if (FILTERED.test(said) || /content_filter|content_policy/.test(code)) return 'refused';
  if (status === 403) return forbiddenOrKey(said, code);
  // An answer that was allowed to be too long is another matter than a conversation that is.
  if (TOO_LARGE.test(said) || code === 'context_length_exceeded')
    return remainingTokens(shown) === null ? 'too-large' : 'rejected-request';
  if (code === 'model_not_found' || UNKNOWN_MODEL.test(said)) return 'unknown-model';
  return DISABLED.test(said) ? 'forbidden' : 'rejected-request';
}

/** A country, a region, a model without access: another key of the same account is answered no better. */
function forbiddenOrKey(said: string, code: string): ModelFailureKind {
  if (/permission/i.test(code)) return 'forbidden';
  return KEY_CODE.test(code) || WRONG_KEY.test(said) ? 'rejected-key' : 'forbidden';
}

/** A failure as the adapters throw it; whoever knows the role and the settings words it anew for the person. */
export function failureOf(
  kind: ModelFailureKind,
  told: { said?: string | undefined; retryAfterMs?: number | undefined } = {},
): ModelFailure {
  const message =
    told.said === undefined ? `The model did not answer (${kind}).` : `The model did not answer: ${told.said}`;
  return new ModelFailure(kind, { message, remedy: 'Check the models in Settings, under Models.', ...told });
}

export function stallFailure(watchdog: Watchdog): ModelFailure {
  return failureOf('stalled', { said: `no word for ${Math.ceil(watchdog.waited() / 1_000)} s` });
}

const LONGEST = 300;

/** A provider's words on one line and without anything that looks like a key: some of them repeat the one they got. */
function scrub(said: string | undefined, key: string | null): string | undefined {
  if (said === undefined) return undefined;
  const withoutKey = spellings(key).reduce((text, spelling) => text.replaceAll(spelling, '…'), said);
  const line = withoutKey
    .replace(/\b(sk|pk|key|gsk|xai)[-_][\w*-]{6,}/gi, '…')
    .replace(/(bearer|api-key)([\s:=]+)[\w.*-]{16,}/gi, '$1$2…')
    .replace(/\p{Cc}+|\s+/gu, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
}

/** A key as it is, and as a header or a log may encode it. Shorter than any key, it would be a part of words. */
function spellings(key: string | null): string[] {
  if (key === null || key.length < 4) return [];
  const bytes = Buffer.from(key);
  const base64 = bytes.toString('base64');
  return [key, base64, base64.replace(/=+$/, ''), bytes.toString('base64url')];
}

/** From a `retry-after` header: seconds or an HTTP date; undefined where it is neither. */
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
  ENOTFOUND: 'no such name',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is its own alone',
};

/**
 * What a request that broke below HTTP tells of: `unreachable` before there was an answer, `cut` in the middle of one.
 */
export function networkFailure(error: unknown, hasAnswer: boolean): ModelFailure {
  const code = codeOf(error);
  return failureOf(hasAnswer ? 'cut' : 'unreachable', { said: code === undefined ? undefined : (WORDS[code] ?? code) });
}

/** The system's code for it, wherever it stands in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    if (first instanceof Error && 'code' in first && typeof first.code === 'string') return first.code;
  }
  return undefined;
}
