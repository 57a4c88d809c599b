import { z } from 'zod';

/** `openai`: any endpoint that speaks its protocol, such as Ollama, vLLM, LM Studio or OpenRouter. */
export const providerId = z.enum(['anthropic', 'openai']);
export type ProviderId = z.infer<typeof providerId>;

export const roleId = z.enum([
  'tutor',
  'evaluator',
  'explorer',
  'detector',
  'strategist',
  'writer',
  'point-writer',
  'titler',
  'checker',
  'embedder',
]);
export type RoleId = z.infer<typeof roleId>;

/** Millionths of a US dollar. */
const micros = z.int().nonnegative();

const baseUrl = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i,
    'An address begins with http:// or https://, for example http://127.0.0.1:11434/v1.',
  );

/** A provider as shown in the settings. The key itself is never sent back. */
const provider = z.object({
  id: providerId,
  name: z.string(),
  /** The source of the key in use: the person, the server's environment, or none. */
  key: z.enum(['own', 'server', 'none']),
  /** The last four characters of the person's own key, to identify it; null for none. */
  keyEnd: z.string().nullable(),
  /** The provider has not accepted the person's own key yet, so it gets no role by default. */
  isUnchecked: z.boolean(),
  baseUrl: z.string(),
  baseUrlFrom: z.enum(['own', 'server', 'default']),
});
export type Provider = z.infer<typeof provider>;

export const providerChange = z.object({
  /** Null deletes the person's own key; undefined keeps it. */
  key: z
    .string()
    .trim()
    .min(1, 'Give a key.')
    .max(500, 'A key has at most 500 characters.')
    .regex(/^[\x21-\x7e]*$/, 'A key has only visible ASCII characters. Check what was pasted.')
    .nullable()
    .optional(),
  baseUrl: baseUrl.nullable().optional(),
});
export type ProviderChange = z.infer<typeof providerChange>;

const MODEL_MISSING = { path: ['model'], message: 'Name a model.' };

function namesModel({ provider: chosen, model }: { provider: ProviderId | null; model: string }): boolean {
  return chosen === null || model !== '';
}

/** The model or agent for a role. `provider: null`: the embedded agent. */
export const roleChoice = z
  .object({
    provider: providerId.nullable(),
    model: z.string().trim().max(200),
    /** Maximum length of one answer. Not used for an embedder. */
    maxTokens: z.int().min(16).max(64_000),
    /** The context size of the model, answer included. Omitted: the known size, or 32,000. */
    contextTokens: z.int().min(2_000).max(10_000_000).optional(),
    /** For an embedder's model that Warren does not know: facts that were learned by calling it. */
    embedding: z.object({ dimension: z.int().min(1).max(16_000), threshold: z.number().min(0).max(1) }).optional(),
  })
  .refine(namesModel, MODEL_MISSING);
export type RoleChoice = z.infer<typeof roleChoice>;

const role = z.object({
  id: roleId,
  choice: roleChoice,
  isDefault: z.boolean(),
  /** The model or embedded agent that has the role now, as shown on the page. */
  playedBy: z.string(),
  isEmbedded: z.boolean(),
  /** Why the choice is not in effect: no key, or the server is offline. Null if it is in effect. */
  notice: z.string().nullable(),
  /** For the embedder: the minimum cosine at which a passage counts as found by meaning. Null for other roles. */
  threshold: z.number().nullable(),
});
export type Role = z.infer<typeof role>;

/** A model to choose from; prices in micros per million tokens, null if unknown. */
const knownModel = z.object({
  provider: providerId,
  id: z.string(),
  name: z.string(),
  inputPrice: micros.nullable(),
  outputPrice: micros.nullable(),
  /** Whether it is a model for the embedder; the others are for the other roles. */
  isEmbedding: z.boolean(),
});
export type KnownModel = z.infer<typeof knownModel>;

export const spendingLimits = z.object({ dayMicros: micros.nullable(), monthMicros: micros.nullable() });
export type SpendingLimits = z.infer<typeof spendingLimits>;

/** `GET /api/models` */
export const modelSettings = z.object({
  isOffline: z.boolean(),
  providers: z.array(provider),
  roles: z.array(role),
  models: z.array(knownModel),
  limits: spendingLimits,
  /** Spending on the person's current day and month. */
  spent: z.object({ dayMicros: micros, monthMicros: micros }),
});
export type ModelSettings = z.infer<typeof modelSettings>;

/** `POST /api/models/roles/:role/try`: one short question to the model of a role, or to `choice` before it is saved. */
export const roleTry = z.object({ choice: roleChoice.optional() });
export const roleTryResult = z.object({
  ok: z.boolean(),
  /** The answer, or what went wrong. */
  message: z.string(),
  /** The remedy; null if it worked. */
  remedy: z.string().nullable(),
  milliseconds: z.int(),
  costMicros: micros.nullable(),
});
export type RoleTryResult = z.infer<typeof roleTryResult>;

/** `POST /api/models/providers/:provider/list`: the models that the provider offers to this key. */
export const offeredModels = z.object({ models: z.array(z.object({ id: z.string(), name: z.string() })) });
export type OfferedModels = z.infer<typeof offeredModels>;

/** `PUT /api/models/roles`: one model, or the embedded agents, for every role that converses. */
export const modelForAll = z
  .object({ provider: providerId.nullable(), model: z.string().trim().max(200) })
  .refine(namesModel, MODEL_MISSING);
export type ModelForAll = z.infer<typeof modelForAll>;

/** A program that serves models on this machine. */
export const localServerId = z.enum(['ollama', 'lm-studio', 'llama-cpp']);
export type LocalServerId = z.infer<typeof localServerId>;

const localModel = z.object({
  id: z.string(),
  name: z.string(),
  /** The context size with which the server runs it; null if unknown. */
  contextTokens: z.int().nullable(),
});
export type LocalModel = z.infer<typeof localModel>;

const localServer = z.object({
  id: localServerId,
  name: z.string(),
  baseUrl: z.string(),
  /** Models that can converse; the first one is suggested. */
  models: z.array(localModel).min(1),
});
export type LocalServer = z.infer<typeof localServer>;

/**
 * `GET /api/models/local`: the model servers that answer on this machine now. Empty offline, and for people who may not
 * use them.
 */
export const localServers = z.object({ servers: z.array(localServer) });
export type LocalServersAnswer = z.infer<typeof localServers>;

/** `PUT /api/models/local/:server`: gives every role that converses one of its models. */
export const localChoice = z.object({ model: z.string().min(1).max(200) });
export type LocalChoice = z.infer<typeof localChoice>;

const usageLine = z.object({
  role: roleId,
  model: z.string(),
  calls: z.int(),
  failedCalls: z.int(),
  inputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWriteTokens: z.int(),
  outputTokens: z.int(),
  /** Null if a price is unknown. */
  costMicros: micros.nullable(),
});
export type UsageLine = z.infer<typeof usageLine>;

/** `GET /api/models/usage?days=30` */
export const usageByDay = z.object({ days: z.array(z.object({ day: z.string(), lines: z.array(usageLine) })) });
export type UsageByDay = z.infer<typeof usageByDay>;

/** `GET /api/models/usage/sessions/:session` */
export const sessionUsage = z.object({ lines: z.array(usageLine) });
export type SessionUsage = z.infer<typeof sessionUsage>;
