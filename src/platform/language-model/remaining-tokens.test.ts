import { expect, test } from 'vitest';

import { remainingTokens } from './remaining-tokens.ts';

test.each([
  [
    "This model's maximum context length is 4096 tokens. However, you requested 4500 tokens (404 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
    3_692,
  ],
  [
    "This model's maximum context length is 8192 tokens, however you requested 10000 tokens (6000 in your prompt; 4000 for the completion). Please reduce your prompt; or completion length.",
    2_192,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 404 input tokens (4096 > 4096 - 404).",
    3_692,
  ],
  [
    "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 4500 tokens: 404 tokens from the input messages and 4096 tokens for the completion.",
    3_692,
  ],
  [
    "This endpoint's maximum context length is 4096 tokens. However, you requested about 4500 tokens (404 of text input, 4096 in the output).",
    3_692,
  ],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 4096 output tokens and your prompt contains at least 1 input tokens, for a total of at least 4097 tokens.",
    2_047,
  ],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 4506 tokens (3994 in the messages, 512 in the completion).",
    null,
  ],
  [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 8202 tokens. Please reduce the length of the messages.",
    null,
  ],
  ["This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens.", null],
  ['the request exceeds the available context size', null],
])('%s leaves %s tokens', (said, room) => {
  expect(remainingTokens(said)).toBe(room);
});
