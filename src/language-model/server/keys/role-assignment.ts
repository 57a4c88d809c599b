import type { Kysely } from 'kysely';

import { BUILT_IN } from '#kernel/built-in.ts';

import { defaultChoice } from '../../domain/default-choice.ts';
import { embeddedEmbedding, embeddingFacts } from '../../domain/embedding-facts.ts';
import { modelName } from '../../domain/known-models.ts';
import { type ProviderId, type Role, roleChoice, type RoleChoice, type RoleId, roleId } from '../../protocol.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import type { LanguageModelTables } from '../tables.ts';
import { keptOutside } from './private-network.ts';
import { type ProviderConnection, connectionOf } from './provider-connection.ts';
import { readOwnAccess } from './provider-rows.ts';
import type { RejectedKeys } from './rejected-keys.ts';

/** The model or embedded agent that has a role for a person, and why. */
export interface RoleAssignment {
  readonly role: RoleId;
  readonly choice: RoleChoice;
  readonly isDefault: boolean;
  /** The connection to the model's provider; null if the embedded agent has the role. */
  readonly connection: ProviderConnection | null;
  readonly notice: string | null;
}

export interface RoleAssignments {
  readonly providers: Readonly<Record<ProviderId, ProviderConnection>>;
  /** The last characters of the person's own keys, to identify them. */
  readonly keyEnds: Readonly<Record<ProviderId, string | null>>;
  assignmentOf(role: RoleId): RoleAssignment;
  /** The assignment for a choice that is not saved yet. */
  assignmentFor(role: RoleId, choice: RoleChoice): RoleAssignment;
}

const OFFLINE = 'This server is offline (WARREN_OFFLINE=1), so what is built in answers.';
const NOTHING_CHOSEN = 'Choose one of its models to use it.';

interface AssignmentDependencies extends Pick<
  LanguageModelDependencies,
  'keySecret' | 'serverAccess' | 'isOffline' | 'privateNetwork'
> {
  readonly rejectedKeys: RejectedKeys;
}

/** Reads the assignments of a person only through `read`, so that it can be called inside a transaction. */
export async function readRoleAssignments(
  read: Kysely<LanguageModelTables>,
  { keySecret, serverAccess, isOffline, rejectedKeys, privateNetwork }: AssignmentDependencies,
  person: string,
): Promise<RoleAssignments> {
  const own = await readOwnAccess(read, keySecret, person);
  const rows = await read.selectFrom('role_choices').selectAll().where('person_id', '=', person).execute();
  const chosen = new Map(rows.map((row) => [row.role, readChoice(row.choice)]));
  const isKeptOutside = privateNetwork && !(await privateNetwork.mayUse(read, person));
  const connect = (provider: ProviderId): ProviderConnection => {
    const connection = connectionOf(provider, own[provider], serverAccess[provider]);
    return isKeptOutside ? keptOutside(privateNetwork, connection) : connection;
  };
  const providers = { anthropic: connect('anthropic'), openai: connect('openai') };
  const endpointOf = ({ endpoint, isUnchecked }: ProviderConnection) => (isUnchecked ? 'none' : endpoint);
  const endpoints = { anthropic: endpointOf(providers.anthropic), openai: endpointOf(providers.openai) };

  function assign(role: RoleId, choice: RoleChoice, isDefault: boolean): RoleAssignment {
    const wanted = choice.provider === null ? null : providers[choice.provider];
    const assignment = { role, choice, isDefault };
    if (role === 'checker' && isDefault) return { ...assignment, connection: null, notice: null };
    if (isOffline) return { ...assignment, connection: null, notice: wanted === null && !isDefault ? null : OFFLINE };
    if (wanted === null)
      return { ...assignment, connection: null, notice: isDefault ? noDefault(providers.openai) : null };
    if (wanted.access === null && !wanted.isBroken) return { ...assignment, connection: null, notice: wanted.problem };
    if (isDefault && wanted.isUnchecked) return { ...assignment, connection: null, notice: unchecked(wanted) };
    if (wanted.access && rejectedKeys.has(wanted.provider, wanted.access))
      return { ...assignment, connection: null, notice: rejected(wanted) };
    return { ...assignment, connection: wanted, notice: wanted.problem };
  }

  return {
    providers,
    keyEnds: { anthropic: keyEnd(own.anthropic.key), openai: keyEnd(own.openai.key) },
    assignmentOf(role) {
      const choice = chosen.get(role);
      return choice ? assign(role, choice, false) : assign(role, defaultChoice(role, endpoints), true);
    },
    assignmentFor: (role, choice) => assign(role, choice, false),
  };
}

function unchecked({ name }: ProviderConnection): string {
  return `Your key for ${name} is not checked yet, so what is built in answers. Check the key, or choose its model here.`;
}

function rejected({ name, keyFrom }: ProviderConnection): string {
  const whose = keyFrom === 'server' ? 'the server’s key' : 'your key';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} rejected ${whose}, so what is built in answers. Replace the key, or check it again.`;
}

/** Why a role has no model by default: a custom address has none. The embedder needs no reason. */
function noDefault({ name, endpoint }: ProviderConnection): string | null {
  return endpoint !== 'custom' ? null : `Warren does not know the models of ${name}. ${NOTHING_CHOSEN}`;
}

/** Empty for a short key: its last four characters would reveal too much. */
function keyEnd(key: string | null): string | null {
  return key === null ? null : key.length < 12 ? '' : key.slice(-4);
}

/** Undefined if an older version stored a choice that is no longer valid. */
function readChoice(text: string): RoleChoice | undefined {
  return roleChoice.safeParse(JSON.parse(text)).data;
}

/** The role as sent to the page. */
export function roleOf({ role, choice, isDefault, connection, notice }: RoleAssignment): Role {
  const isEmbedded = connection === null;
  const playedBy = connection ? modelName(connection.provider, choice.model) : nameWithout(role);
  const facts = isEmbedded ? embeddedEmbedding : embeddingFacts(choice.model, choice.embedding);
  const threshold = role === 'embedder' ? (facts?.threshold ?? null) : null;
  return { id: role, choice, isDefault, playedBy, isEmbedded, notice, threshold };
}

function nameWithout(role: RoleId): string {
  return role === 'checker' ? 'Off: rules alone compare' : BUILT_IN;
}

export const roleIds: readonly RoleId[] = roleId.options;

export const talkingRoleIds = roleIds.filter((role) => role !== 'embedder' && role !== 'checker');
