import { expect, test } from 'vitest';

import { connectionOf } from '../keys/provider-connection.ts';
import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import { describeFailure } from './describe-failure.ts';

const none = { key: undefined, baseUrl: undefined };
const own = { key: 'sk-ant-key', baseUrl: null, isUnreadable: false, isUnchecked: false };
const anthropic = connectionOf('anthropic', own, none);
const ollama = connectionOf('openai', { ...own, key: null, baseUrl: 'http://127.0.0.1:11434' }, none);

function worded(
  kind: ModelFailureKind,
  told: { providerMessage?: string; retryAfterMs?: number } = {},
  connection = anthropic,
) {
  const failure = new ModelFailure(kind, { message: 'as the adapter says it', remedy: '', ...told });
  const { message, detail } = describeFailure(failure, { role: 'tutor', model: 'claude-opus-5-5', connection });
  return `${message} ${detail.remedy}`;
}

test('each failure says what happened, for which role, and what to do', () => {
  expect([
    worded('rejected-key', { providerMessage: 'invalid x-api-key' }),
    worded('forbidden', { providerMessage: 'Country, region, or territory not supported' }),
    worded('unknown-model'),
    worded('no-credit', { providerMessage: 'Your credit balance is too low.' }),
    worded('rate-limited', { retryAfterMs: 40_000 }),
    worded('overloaded', { providerMessage: 'Overloaded' }),
    worded('refused'),
    worded('too-large'),
    worded('rejected-request', { providerMessage: 'max_tokens: 64000 > 32000' }),
    worded('rejected-request', { providerMessage: 'messages: first message must use the user role' }),
    worded('stalled', { providerMessage: 'no data for 20 s' }),
    worded('cut'),
    worded('malformed'),
    worded('unreachable'),
    worded('unreachable', { providerMessage: 'nothing listens there' }, ollama),
  ]).toMatchInlineSnapshot(`
    [
      "Anthropic rejected the key for the tutor’s model: “invalid x-api-key”. Check your key in Settings, under Models.",
      "This account may not use the tutor’s model \`claude-opus-5-5\` at Anthropic: “Country, region, or territory not supported”. Choose another model in Settings, under Models, or give that account access to this one.",
      "The tutor’s model \`claude-opus-5-5\` is not known to Anthropic. Choose another one in Settings, under Models.",
      "There is no credit left for the tutor’s model at Anthropic: “Your credit balance is too low”. Add credit to that account or raise its limit, or choose another model in Settings, under Models.",
      "Anthropic accepts no more requests for the tutor’s model right now. Come back in 40 seconds and try again.",
      "Anthropic is overloaded or has a fault, and the tutor’s model did not answer: “Overloaded”. Try again in a minute.",
      "The tutor’s model \`claude-opus-5-5\` would not answer this. Rephrase your message, or choose another model in Settings, under Models.",
      "This conversation is too long for the tutor’s model \`claude-opus-5-5\`. Choose a model with a larger context in Settings, under Models, or end this session and begin another.",
      "Anthropic did not accept the request for the tutor’s model \`claude-opus-5-5\`: “max_tokens: 64000 > 32000”. Allow it a shorter answer in Settings, under Models.",
      "Anthropic did not accept the request for the tutor’s model \`claude-opus-5-5\`: “messages: first message must use the user role”. Check the address and the model in Settings, under Models.",
      "Nothing more came from Anthropic for the tutor’s model (no data for 20 s). Try again. If it happens often, choose another model in Settings, under Models.",
      "The connection to Anthropic broke off while the tutor’s model answered. Try again.",
      "Anthropic sent something for the tutor’s model that cannot be read. Try again. If it does not help, check the address and the model in Settings, under Models.",
      "Anthropic cannot be reached for the tutor’s model. Check the connection to the internet, then try again.",
      "The server at 127.0.0.1:11434 cannot be reached for the tutor’s model (nothing listens there). Check that a server runs at http://127.0.0.1:11434/v1, and its address in Settings, under Models.",
    ]
  `);
});

test.each([
  'you requested 4500 tokens (404 in the messages, 4096 in the completion)',
  'you requested 10000 tokens (6000 in your prompt; 4000 for the completion)',
  'you requested a total of 4500 tokens: 404 tokens from the input messages and 4096 tokens for the completion',
  'you requested about 4500 tokens (404 of text input, 4096 in the output)',
  'you requested 4096 output tokens and your prompt contains at least 1 input tokens',
  "'max_tokens' or 'max_completion_tokens' is too large: 4096",
])('a refused answer limit leads to the advice to lower it: %s', (words) => {
  const providerMessage = `This model's maximum context length is 4096 tokens. However, ${words}.`;
  expect(worded('rejected-request', { providerMessage }, ollama)).toMatch(
    /Allow it a shorter answer in Settings, under Models\.$/,
  );
});

test('waits are described in seconds, minutes or hours', () => {
  const wait = (retryAfterMs: number) => /in (.*) and/.exec(worded('rate-limited', { retryAfterMs }))?.[1];
  expect([200, 1_000, 59_100, 60_000, 90_000, 91_000, 3_600_000, 7_200_000].map(wait)).toEqual([
    'a second',
    'a second',
    'a minute',
    'a minute',
    '90 seconds',
    '2 minutes',
    '60 minutes',
    '2 hours',
  ]);
});
