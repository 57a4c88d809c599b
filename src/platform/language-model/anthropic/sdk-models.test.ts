import type { Anthropic } from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';

import { defaultChoice } from '#language-model/domain/default-choice.ts';
import { knownModels } from '#language-model/domain/known-models.ts';
import { roleId } from '#language-model/protocol.ts';

/** The ids listed in the SDK, without the `string & {}` that accepts any id. */
type Named<Id> = Id extends string ? (string extends Id ? never : Id) : never;

/** Exactly the SDK's ids: this does not compile if the SDK adds, renames or removes one. */
const sdkModels = {
  'claude-fable-5-2': true,
  'claude-mythos-5-2': true,
  'claude-haiku-5-5': true,
  'claude-sonnet-5-5': true,
  'claude-fable-5-1': true,
  'claude-opus-5-5': true,
  'claude-mythos-5-1': true,
  'claude-sonnet-5': true,
  'claude-fable-5': true,
  'claude-mythos-5': true,
  'claude-opus-5': true,
  'claude-opus-4-8': true,
  'claude-opus-4-7': true,
  'claude-mythos-preview': true,
  'claude-opus-4-6': true,
  'claude-sonnet-4-6': true,
  'claude-haiku-4-5': true,
  'claude-haiku-4-5-20251001': true,
  'claude-opus-4-5': true,
  'claude-opus-4-5-20251101': true,
  'claude-sonnet-4-5': true,
  'claude-sonnet-4-5-20250929': true,
} satisfies Record<Named<Anthropic.Model>, true>;

const named = Object.keys(sdkModels);

test('the listed models are those of the SDK, without snapshots', () => {
  const undated = new Set(named.map((id) => id.replace(/-\d{8}$/, '')));
  const offered = knownModels.filter(({ provider }) => provider === 'anthropic').map(({ id }) => id);
  expect(offered.toSorted()).toEqual([...undated].toSorted());
});

test('every default model is in the SDK', () => {
  const roles = roleId.options.filter((role) => role !== 'embedder' && role !== 'checker');
  const defaults = roles.map((role) => defaultChoice(role, { anthropic: 'official', openai: 'none' }).model);
  expect(defaults.filter((id) => !named.includes(id))).toEqual([]);
  expect(defaults).toContain('claude-haiku-4-5-20251001');
});
