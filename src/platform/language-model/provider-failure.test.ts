import { expect, test } from 'vitest';

import { replyFailure, retryAfter } from './provider-failure.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

test.each([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 22 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{}, undefined],
])('%j asks to wait %s milliseconds', (headers, expected) => {
  expect(retryAfter(new Headers(headers as Record<string, string>), NOW)).toBe(expected);
});

test('a provider’s message is put on one line, shortened, and contains no key', () => {
  const providerMessage = (text: string, key: string | null = null) =>
    replyFailure({ status: 400, providerMessage: text }, key).providerMessage;
  expect(providerMessage('one\n\ttwo\u0000\u001b[31m three ')).toBe('one two [31m three');
  expect(providerMessage('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
  expect(providerMessage(' \n ')).toBeUndefined();
  expect(providerMessage('key my-very-own-key is wrong', 'my-very-own-key')).toBe('key … is wrong');
  const encoded = Buffer.from('my-very-own-key>?').toString('base64');
  expect(providerMessage(`got Basic ${encoded}`, 'my-very-own-key>?')).toBe('got Basic …');
  expect(providerMessage(`got ${encoded.replace(/=+$/, '')}`, 'my-very-own-key>?')).toBe('got …');
  expect(
    providerMessage(`got ${encoded.replaceAll('+', '-').replaceAll('/', '_')}`, 'my-very-own-key>?'),
  ).not.toContain(encoded.slice(0, 8));
  expect(providerMessage('Incorrect API key provided: sk-proj-abc****wxyz.')).toBe('Incorrect API key provided: ….');
  expect(providerMessage('x-api-key header is required')).toBe('x-api-key header is required');
  expect(providerMessage('the task-oriented model')).toBe('the task-oriented model');
});

test.each([
  [403, 'Country, region, or territory not supported', 'unsupported_country_region_territory', 'forbidden'],
  [403, 'Your API key does not have permission to use the specified resource.', 'permission_error', 'forbidden'],
  [403, 'Your account does not have access to model claude-x.', 'permission_error', 'forbidden'],
  [403, 'Request not allowed', 'forbidden', 'forbidden'],
  [403, undefined, undefined, 'forbidden'],
  [403, 'Invalid API key.', undefined, 'rejected-key'],
  [403, 'The token has expired.', undefined, 'rejected-key'],
  [403, 'Insufficient balance', undefined, 'no-credit'],
  [403, 'Blocked by the content policy.', undefined, 'refused'],
  [
    429,
    'Please visit https://console.example/settings/billing to upgrade.',
    'rate_limit_exceeded tokens',
    'rate-limited',
  ],
  [429, 'Your credit balance allows a higher rate limit.', 'rate_limit_error', 'rate-limited'],
  [429, 'You exceeded your current quota.', 'insufficient_quota insufficient_quota', 'no-credit'],
  [429, 'Your account is not active, please check your billing details on our website.', undefined, 'no-credit'],
  [413, 'Request too large for the tokens per minute.', 'rate_limit_exceeded', 'too-large'],
  [400, 'Billing hard limit has been reached', 'billing_hard_limit_reached', 'no-credit'],
  [400, 'You have reached your specified workspace API usage limits.', 'invalid_request_error', 'no-credit'],
  [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'invalid_request_error', 'too-large'],
  [
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 4500 tokens (404 in the messages, 4096 in the completion).",
    'BadRequestError',
    'rejected-request',
  ],
  [
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 8596 tokens (4500 in the messages, 4096 in the completion).",
    'BadRequestError',
    'too-large',
  ],
  // The retry reads only the shortened message.
  [
    400,
    `${'A proxy in between. '.repeat(15)}This model's maximum context length is 4096 tokens. However, you requested 4500 tokens (404 in the messages, 4096 in the completion).`,
    'BadRequestError',
    'too-large',
  ],
  [400, `maximum context length is ${'1'.repeat(60_000)}`, 'BadRequestError', 'too-large'],
] as const)('status %i, %j, code %j is the failure %s', (...[status, providerMessage, code, failure]) => {
  expect(replyFailure({ status, providerMessage, code }, null).failure).toBe(failure);
});
