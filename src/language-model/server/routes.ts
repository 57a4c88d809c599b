import { z } from 'zod';

import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { thresholdOf } from '../domain/calibration.ts';
import {
  type LocalChoice,
  localChoice,
  localServerId,
  localServers,
  type ModelForAll,
  modelForAll,
  modelSettings,
  type ModelSettings,
  offeredModels,
  providerChange,
  type ProviderChange,
  providerId,
  type ProviderId,
  roleChoice,
  type RoleChoice,
  roleId,
  type RoleId,
  roleTry,
  roleTryResult,
  sessionUsage,
  spendingLimits,
  type SpendingLimits,
  usageByDay,
} from '../protocol.ts';
import { calibrateEmbedder } from './calls/calibrate-embedder.ts';
import { tryRole } from './calls/try-role.ts';
import type { RunningRoleModels } from './create-role-models.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import { chooseForAll } from './keys/choose-for-all.ts';
import { changeProvider, listOffered } from './keys/provider-settings.ts';
import { changeRole, resetRole } from './keys/role-choices.ts';
import { chooseLocalModel, findLocalServers } from './local-models.ts';
import { readModelSettings } from './model-settings.ts';
import { writeLimits } from './usage/spending.ts';
import { readSessionUsage, readUsageByDay, requireOwnSession } from './usage/usage-report.ts';

export interface LanguageModelRouteDependencies extends LanguageModelDependencies {
  readonly roleModels: RunningRoleModels;
  /** Records every change of a setting, but never a key. */
  readonly undo: UndoLog;
}

const DAY_MS = 86_400_000;
const daysQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

/** Settings of models, spending, and trying a role's model. No response contains a key. */
export function languageModelRoutes(deps: LanguageModelRouteDependencies): Route[] {
  return [...settingsRoutes(deps), ...roleRoutes(deps), ...routesForAll(deps), ...usageRoutes(deps)];
}

function settingsRoutes(deps: LanguageModelRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/models',
      summary: 'Providers, roles, limits, and what was spent',
      answer: modelSettings,
      handle: ({ person }) => readModelSettings(deps, person),
    }),
    route<ProviderChange>({
      method: 'PUT',
      path: '/api/models/providers/:provider',
      summary: 'Checks and keeps a key or an address of a provider, or removes it',
      body: providerChange,
      answer: modelSettings,
      async handle({ person, params, body }) {
        await changeProvider(deps, { person, provider: providerOf(params) }, body);
        return readChangedSettings(deps, person);
      },
    }),
    route({
      method: 'POST',
      path: '/api/models/providers/:provider/list',
      summary: 'Asks a provider which models it offers',
      answer: offeredModels,
      handle: ({ person, params }) => listOffered(deps, person, providerOf(params)),
    }),
    route<SpendingLimits>({
      method: 'PUT',
      path: '/api/models/limits',
      summary: 'How much may be spent on models in a day and in a month',
      body: spendingLimits,
      answer: modelSettings,
      async handle({ person, body }) {
        await writeLimits(deps, person, body);
        return readChangedSettings(deps, person);
      },
    }),
  ];
}

function roleRoutes(deps: LanguageModelRouteDependencies): Route[] {
  return [
    route<RoleChoice>({
      method: 'PUT',
      path: '/api/models/roles/:role',
      summary: 'Chooses the model for a role',
      body: roleChoice,
      answer: modelSettings,
      async handle({ person, params, body }) {
        const role = roleOfPath(params);
        const choice = role === 'embedder' ? await learnEmbedding(deps, person, body) : body;
        await changeRole(deps, { person, role }, choice);
        return readChangedSettings(deps, person);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/models/roles/:role',
      summary: 'Goes back to the default for a role',
      answer: modelSettings,
      async handle({ person, params }) {
        await resetRole(deps, { person, role: roleOfPath(params) });
        return readChangedSettings(deps, person);
      },
    }),
    route<{ choice?: RoleChoice | undefined }>({
      method: 'POST',
      path: '/api/models/roles/:role/try',
      summary: 'Asks the model of a role one short question',
      body: roleTry,
      answer: roleTryResult,
      async handle({ person, params, body: { choice } }) {
        const role = roleOfPath(params);
        if (role === 'embedder' && choice) requireEmbeddings(choice);
        return await tryRole(deps, { person, role }, choice);
      },
    }),
  ];
}

function routesForAll(deps: LanguageModelRouteDependencies): Route[] {
  return [
    route<ModelForAll>({
      method: 'PUT',
      path: '/api/models/roles',
      summary: 'Chooses one model, or what is built in, for every role that talks',
      body: modelForAll,
      answer: modelSettings,
      async handle({ person, body }) {
        await chooseForAll(deps, person, body);
        return readChangedSettings(deps, person);
      },
    }),
    route({
      method: 'GET',
      path: '/api/models/local',
      summary: 'Looks once for model servers on this machine',
      answer: localServers,
      handle: async ({ person }) => ({ servers: await findLocalServers(deps, person) }),
    }),
    route<LocalChoice>({
      method: 'PUT',
      path: '/api/models/local/:server',
      summary: 'Lets a model of a server on this machine have every role that talks',
      body: localChoice,
      answer: modelSettings,
      async handle({ person, params, body: { model } }) {
        const server = localServerId.safeParse(params['server']);
        if (!server.success) throw new AppError('not-found', 'There is no such model server.');
        await chooseLocalModel(deps, person, { server: server.data, model });
        return readChangedSettings(deps, person);
      },
    }),
  ];
}

function usageRoutes({ database, roleModels, dayOf, now }: LanguageModelRouteDependencies): Route[] {
  return [
    route<undefined, { days: number }>({
      method: 'GET',
      path: '/api/models/usage',
      summary: 'What models used, by day',
      query: daysQuery,
      answer: usageByDay,
      async handle({ person, query }) {
        await roleModels.usage.settled();
        const since = await dayOf(database.read, person, now() - (query.days - 1) * DAY_MS);
        return { days: await readUsageByDay(database.read, person, since) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/models/usage/sessions/:session',
      summary: 'What models used in a session',
      answer: sessionUsage,
      async handle({ person, params }) {
        const session = params['session'] ?? '';
        await requireOwnSession(database, person, session);
        await roleModels.usage.settled();
        return { lines: await readSessionUsage(database.read, person, session) };
      },
    }),
  ];
}

/** The settings after a change. The next call of a model uses them. */
function readChangedSettings(deps: LanguageModelRouteDependencies, person: string): Promise<ModelSettings> {
  deps.roleModels.changed(person);
  return readModelSettings(deps, person);
}

function providerOf(params: Readonly<Record<string, string>>): ProviderId {
  const provider = providerId.safeParse(params['provider']);
  if (!provider.success) throw new AppError('not-found', 'There is no such provider.');
  return provider.data;
}

function roleOfPath(params: Readonly<Record<string, string>>): RoleId {
  const role = roleId.safeParse(params['role']);
  if (!role.success) throw new AppError('not-found', 'There is no such role.');
  return role.data;
}

/**
 * Completes the choice of an embedder with the facts of its model. An unknown model is called once to learn its
 * dimension and threshold. Throws if it cannot be called, since it could not be used for a search.
 */
async function learnEmbedding(
  { roleModels }: { readonly roleModels: RunningRoleModels },
  person: string,
  choice: RoleChoice,
): Promise<RoleChoice> {
  requireEmbeddings(choice);
  if (choice.provider === null) return choice;
  const assignment = (await roleModels.assignmentsOf(person)).assignmentFor('embedder', choice);
  const embedder = roleModels.embedderFor(person, assignment);
  if (embedder?.facts) return choice;
  if (!embedder) {
    const why = assignment.notice ?? 'Its provider cannot be called.';
    throw new AppError('refused', `Warren has to ask this model first, because it does not know it. ${why}`, {
      reason: 'unknown-embedding',
    });
  }
  const { vectors } = await calibrateEmbedder(embedder);
  return { ...choice, embedding: { dimension: vectors[0]?.length ?? 0, threshold: thresholdOf(vectors) } };
}

/** Throws if the provider of a choice has no embedding models. */
function requireEmbeddings({ provider }: RoleChoice): void {
  if (provider === 'anthropic')
    throw new AppError('malformed', 'Anthropic has no embedding models. Choose another provider.', {
      field: 'provider',
    });
}
