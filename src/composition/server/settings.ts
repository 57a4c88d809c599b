import { isIP } from 'node:net';
import path from 'node:path';

import { isKeySecret } from '#language-model/server/keys/key-file.ts';
import { LOG_LEVELS, type LogLevel } from '#platform/logging/create-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { isPushContact, pushContact } from './push-contact.ts';

export interface Settings {
  /** The data folder. */
  readonly home: string;
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  /** A PostgreSQL URL; undefined for SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The secret that encrypts people's provider keys, as base64; undefined to use a file in the data folder. */
  readonly keysKey: string | undefined;
  /** For one of several servers on one PostgreSQL database; undefined for a single server. */
  readonly cluster: ClusterSettings | undefined;
  /** Whether only the embedded agents answer. */
  readonly isOffline: boolean;
  readonly allowedHosts: readonly string[];
  /** A contact address for push services; undefined if there is no public one. */
  readonly contact: string | undefined;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Host names, addresses and ranges that links can lead to although they are private. */
  readonly allowedPrivateAddresses: readonly string[];
  /** The limits of stored terminal recordings: maximum age, and total size in bytes. */
  readonly recordingLimits: { readonly maxAgeMs: number; readonly maxTotalBytes: number };
  /** Whether programs in terminals end when the server stops, and how long they wait for the next one. */
  readonly terminals: { readonly endsAtStop: boolean; readonly waitMs: number };
  /** Keys and addresses of the server by provider; a person's own take precedence. */
  readonly providers: Readonly<Record<'anthropic' | 'openai', ProviderSettings>>;
  /** The ports on which model servers of this machine are searched. 0 skips one. */
  readonly localModelPorts: Readonly<Record<'ollama' | 'lm-studio' | 'llama-cpp', number>>;
  /** The address of AnkiConnect, for the first person; undefined if nobody can use it. */
  readonly ankiConnect: AnkiConnectSettings | undefined;
  /** The format of the server's log on stderr. */
  readonly logFormat: 'text' | 'json';
  /** Less urgent lines of the log are dropped. */
  readonly logLevel: LogLevel;
  /** The pause between two words of an embedded agent, in ms. */
  readonly embeddedPaceMs: number;
  /** The development server's address; undefined if this server serves the page. */
  readonly pageUrl: string | undefined;
}

interface ClusterSettings {
  /** Shared by all servers, and known to nobody else. */
  readonly secret: string;
  /** The host for the other servers. Only they are served there. */
  readonly internalHost: string;
  readonly internalPort: number;
  /** How long a stop waits for its people to be handed over to other servers. */
  readonly drainMs: number;
}

interface ProviderSettings {
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
}

interface AnkiConnectSettings {
  readonly url: string;
  readonly key: string | undefined;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 4600;
/** For a chosen token, unless only this machine can present one. */
const MIN_TOKEN_LENGTH = 20;
const MIN_SECRET_BYTES = 32;
const DEFAULT_DRAIN_S = 30;
const DEFAULT_RECORDING_DAYS = 90;
const DEFAULT_RECORDING_MB = 5_000;
/** Roughly reading speed. */
const DEFAULT_EMBEDDED_PACE_MS = 12;
const DEFAULT_LOCAL_MODEL_PORTS = '11434,1234,8080';
const DEFAULT_TERMINAL_HOURS = 24;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MB = 1_000_000;

/** Reads the settings. Throws an AppError that names an invalid one. Empty settings count as not set. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const listensOn = host('WARREN_HOST', get('WARREN_HOST'));
  return {
    home: homeFolder(get),
    host: listensOn,
    port: port('WARREN_PORT', get('WARREN_PORT') ?? `${DEFAULT_PORT}`),
    token: token(get('WARREN_TOKEN'), whyReachable(listensOn, get)),
    databaseUrl: databaseUrl(get('WARREN_DATABASE_URL')),
    keysKey: keysKey(get('WARREN_KEYS_KEY')),
    cluster: cluster(get),
    isOffline: flag('WARREN_OFFLINE', get('WARREN_OFFLINE')),
    providers: { anthropic: provider('ANTHROPIC', get), openai: provider('OPENAI', get) },
    localModelPorts: localModelPorts(get('WARREN_LOCAL_MODEL_PORTS') ?? DEFAULT_LOCAL_MODEL_PORTS),
    ankiConnect: ankiConnect(get),
    pageUrl: get('WARREN_PAGE_URL'),
    logFormat: logFormat(get('WARREN_LOG')),
    logLevel: logLevel(get('WARREN_LOG_LEVEL')),
    allowedHosts: list(get('WARREN_ALLOWED_HOSTS')),
    contact: pushContact(contact(get('WARREN_CONTACT')), list(get('WARREN_ALLOWED_HOSTS'))),
    trustedProxies: addresses('WARREN_TRUSTED_PROXIES', get, 'addresses and ranges'),
    allowedPrivateAddresses: addresses('WARREN_ALLOW_PRIVATE_ADDRESSES', get, 'host names, addresses and ranges'),
    embeddedPaceMs: pace(get('WARREN_EMBEDDED_PACE_MS')),
    terminals: {
      endsAtStop: flag('WARREN_END_TERMINALS', get('WARREN_END_TERMINALS')),
      waitMs: count('WARREN_TERMINAL_HOURS', get('WARREN_TERMINAL_HOURS') ?? `${DEFAULT_TERMINAL_HOURS}`) * HOUR_MS,
    },
    recordingLimits: {
      maxAgeMs: count('WARREN_RECORDING_DAYS', get('WARREN_RECORDING_DAYS') ?? `${DEFAULT_RECORDING_DAYS}`) * DAY_MS,
      maxTotalBytes: count('WARREN_RECORDING_MB', get('WARREN_RECORDING_MB') ?? `${DEFAULT_RECORDING_MB}`) * MB,
    },
  };
}

function homeFolder(get: (name: string) => string | undefined): string {
  const chosen = get('WARREN_HOME');
  const user = get('HOME') ?? get('USERPROFILE');
  // Shells and environment files do not expand a tilde inside quotes.
  if (chosen !== undefined && /^~(?:\/|$)/u.test(chosen) && user !== undefined) return path.join(user, chosen.slice(1));
  if (chosen !== undefined) return path.resolve(chosen);
  const shared = get('XDG_DATA_HOME');
  if (shared !== undefined && path.isAbsolute(shared)) return path.join(shared, 'warren');
  if (user === undefined) throw wrong('WARREN_HOME', 'Set WARREN_HOME to the folder in which to keep the data.');
  return path.join(user, '.warren');
}

function host(name: string, text: string | undefined): string {
  if (text === undefined) return DEFAULT_HOST;
  if (/[\s/@]/.test(text)) throw wrong(name, `${name} is a name or an address, not "${text}".`);
  return text.replace(/^\[(.*)\]$/, '$1');
}

function port(name: string, text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 65_535) return number;
  throw wrong(name, `${name} is a number from 0 to 65535, not "${text}".`);
}

function localModelPorts(text: string): Settings['localModelPorts'] {
  const name = 'WARREN_LOCAL_MODEL_PORTS';
  const given = list(text).map((each) => port(name, each));
  // A single 0 turns off all three.
  const [ollama, lmStudio, llamaCpp, ...rest] = given.length === 1 && given[0] === 0 ? [0, 0, 0] : given;
  if (ollama === undefined || lmStudio === undefined || llamaCpp === undefined || rest.length > 0)
    throw wrong(name, `${name} is the ports of Ollama, LM Studio and llama.cpp, such as ${DEFAULT_LOCAL_MODEL_PORTS}.`);
  return { ollama, 'lm-studio': lmStudio, 'llama-cpp': llamaCpp };
}

function ankiConnect(get: (name: string) => string | undefined): Settings['ankiConnect'] {
  const url = get('WARREN_ANKI_CONNECT');
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^\s/?#@]+\/?$/i.test(url) || URL.parse(url) === null)
    throw wrong(
      'WARREN_ANKI_CONNECT',
      'WARREN_ANKI_CONNECT is the address of AnkiConnect, such as http://127.0.0.1:8765, without a path.',
    );
  return { url, key: get('WARREN_ANKI_CONNECT_KEY') };
}

function contact(text: string | undefined): string | undefined {
  if (text === undefined || isPushContact(text)) return text;
  throw wrong(
    'WARREN_CONTACT',
    `WARREN_CONTACT is where push services may write to you, such as mailto:you@example.org or https://example.org, not "${text}". Apple’s refuses private names.`,
  );
}

/** Rejects zero, which would remove everything and is more likely a mistake. */
function count(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrong(name, `${name} is a whole number from 1 on, not "${text}".`);
}

function pace(text: string | undefined): number {
  if (text === undefined) return DEFAULT_EMBEDDED_PACE_MS;
  return upTo9999('WARREN_EMBEDDED_PACE_MS', text);
}

function upTo9999(name: string, text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw wrong(name, `${name} is a whole number from 0 to 9999, not "${text}".`);
}

/** The token is sent in a header, so only visible ASCII characters are allowed. */
function token(text: string | undefined, whyReached: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,1000}$/.test(text))
    throw wrong('WARREN_TOKEN', 'WARREN_TOKEN has 1 to 1,000 visible ASCII characters and no spaces.');
  if (text.length >= MIN_TOKEN_LENGTH || whyReached === undefined) return text;
  throw wrong(
    'WARREN_TOKEN',
    `WARREN_TOKEN has at least ${MIN_TOKEN_LENGTH} characters, because other machines reach this server and could guess it: ` +
      `${whyReached}. Choose a longer one, or leave it out for a random one.`,
  );
}

/** Why other machines can reach the server, directly or through a proxy; undefined if they cannot. */
function whyReachable(listensOn: string, get: (name: string) => string | undefined): string | undefined {
  if (!isLoopback(listensOn)) return `WARREN_HOST is ${listensOn}`;
  const further = list(get('WARREN_ALLOWED_HOSTS')).find((name) => !isLoopback(name.replace(/:\d+$/, '')));
  if (further !== undefined) return `WARREN_ALLOWED_HOSTS has ${further}`;
  return get('WARREN_TRUSTED_PROXIES') === undefined ? undefined : 'WARREN_TRUSTED_PROXIES is set';
}

/** A sentence about the host names of a server that other machines can reach; undefined for any other server. */
export function hostsInWords({ host: listensOn, allowedHosts }: Settings): string | undefined {
  if (isLoopback(listensOn)) return undefined;
  const others = allowedHosts.length === 0 ? 'none' : allowedHosts.join(', ');
  return `It listens on ${listensOn}. Browsers reach it under that name and those in WARREN_ALLOWED_HOSTS (${others}); any other one is refused.`;
}

function isLoopback(address: string): boolean {
  return (isIP(address) === 4 && address.startsWith('127.')) || ['::1', 'localhost'].includes(address.toLowerCase());
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text))
    throw wrong('WARREN_DATABASE_URL', 'WARREN_DATABASE_URL begins with postgres:// — leave it out to use SQLite.');
  if (isReadableUrl(text)) return text;
  throw wrong(
    'WARREN_DATABASE_URL',
    'WARREN_DATABASE_URL is no address of a database. It is postgres://USER:PASSWORD@HOST:PORT/DATABASE; special characters are written as % and two digits.',
  );
}

/** Parses the address as the driver does: without a host it is a socket of this machine, and spaces are allowed. */
function isReadableUrl(text: string): boolean {
  const hasStray = / |%(?![0-9a-f]{2})/iu.test(text);
  const encoded = hasStray ? encodeURI(text).replaceAll(/%25([0-9a-f]{2})/giu, '%$1') : text;
  const url = URL.parse(encoded.replace('@/', '@localhost/'), 'postgres://base');
  try {
    return url !== null && typeof decodeURI(url.pathname) === 'string';
  } catch {
    return false;
  }
}

/** The text of the key is never repeated in an error. */
function keysKey(text: string | undefined): string | undefined {
  if (text === undefined || isKeySecret(text)) return text;
  throw wrong(
    'WARREN_KEYS_KEY',
    'WARREN_KEYS_KEY is 32 random bytes as base64: the content of a file provider-keys.key, or of "openssl rand -base64 32".',
  );
}

/** Requires all of its settings or none. */
function cluster(get: (name: string) => string | undefined): ClusterSettings | undefined {
  const names = ['WARREN_CLUSTER_SECRET', 'WARREN_INTERNAL_HOST', 'WARREN_INTERNAL_PORT'] as const;
  const [secret, internalHost, internalPort] = names.map(get);
  if (secret === undefined && internalHost === undefined && internalPort === undefined) return undefined;
  const missing = names.find((name) => get(name) === undefined);
  if (missing !== undefined)
    throw wrong(missing, `${missing} is missing. A server among several needs all of ${names.join(', ')}.`);
  if (get('WARREN_DATABASE_URL') === undefined)
    throw wrong('WARREN_DATABASE_URL', 'Several servers need PostgreSQL: set WARREN_DATABASE_URL to their database.');
  // Otherwise each data folder would replace the previous one's token with its own.
  if (get('WARREN_TOKEN') === undefined)
    throw wrong(
      'WARREN_TOKEN',
      'Several servers need one token of the first person: set WARREN_TOKEN, the same on all.',
    );
  if (!/^[\x21-\x7e]+$/.test(secret ?? '') || Buffer.byteLength(secret ?? '') < MIN_SECRET_BYTES)
    throw wrong(
      'WARREN_CLUSTER_SECRET',
      `WARREN_CLUSTER_SECRET has at least ${MIN_SECRET_BYTES} visible ASCII characters, the same on all servers.`,
    );
  if (internalHost !== undefined && EVERY_ADDRESS.includes(internalHost))
    throw wrong(
      'WARREN_INTERNAL_HOST',
      `WARREN_INTERNAL_HOST is the address or name at which the other servers reach this one, not "${internalHost}".`,
    );
  return {
    secret: secret ?? '',
    internalHost: host('WARREN_INTERNAL_HOST', internalHost),
    internalPort: port('WARREN_INTERNAL_PORT', internalPort ?? ''),
    drainMs: 1_000 * upTo9999('WARREN_DRAIN_S', get('WARREN_DRAIN_S') ?? `${DEFAULT_DRAIN_S}`),
  };
}

/** These addresses can be listened on, but not reached. */
const EVERY_ADDRESS = ['0.0.0.0', '::', '[::]'];

function logFormat(text: string | undefined): 'text' | 'json' {
  if (text === undefined || text === 'text') return 'text';
  if (text === 'json') return 'json';
  throw wrong('WARREN_LOG', `WARREN_LOG is text or json, not "${text}".`);
}

function logLevel(text: string | undefined): LogLevel {
  const level = text === undefined ? 'info' : LOG_LEVELS.find((each) => each === text);
  if (level !== undefined) return level;
  throw wrong('WARREN_LOG_LEVEL', `WARREN_LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

type AddressesSetting = 'addresses and ranges' | 'host names, addresses and ranges';

/** Rejects invalid entries, which would allow nothing, or more than intended. */
function addresses(name: string, get: (name: string) => string | undefined, what: AddressesSetting): string[] {
  const entries = list(get(name));
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const isRange = family !== 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (family === 4 ? 32 : 128);
    const isName = what !== 'addresses and ranges' && /^[a-z0-9_](?:[0-9.]*[a-z_-][a-z0-9._-]*)?$/i.test(address);
    if (rest.length > 0 || !(bits === undefined ? family !== 0 || isName : isRange))
      throw wrong(name, `${name} holds ${what} such as 10.0.0.0/8, not "${entry}".`);
  }
  return entries;
}

/** The key is also sent in a header. Its text is never repeated in an error. */
function provider(name: 'ANTHROPIC' | 'OPENAI', get: (name: string) => string | undefined): ProviderSettings {
  const key = get(`${name}_API_KEY`);
  const baseUrl = get(`${name}_BASE_URL`);
  if (key !== undefined && !/^[\x21-\x7e]{1,500}$/.test(key))
    throw wrong(`${name}_API_KEY`, `${name}_API_KEY has visible ASCII characters alone: check what was pasted.`);
  if (baseUrl !== undefined && !/^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i.test(baseUrl))
    throw wrong(
      `${name}_BASE_URL`,
      `${name}_BASE_URL begins with http:// or https:// and holds no user name, no ? and no #.`,
    );
  return { key, baseUrl };
}

function flag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw wrong(name, `${name} is 1 or 0, not "${text}".`);
}

function wrong(field: string, message: string): AppError {
  return new AppError('malformed', message, { field });
}
