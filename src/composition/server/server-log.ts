import { hostname } from 'node:os';

import { createLog, type ServerLog } from '#platform/logging/create-log.ts';

import type { Settings } from './settings.ts';

type LogSettings = Pick<Settings, 'logFormat' | 'logLevel' | 'token' | 'providers' | 'keysKey' | 'cluster'>;

export const toStderr = (line: string) => void process.stderr.write(line);

export function createServerLog(
  { logFormat, logLevel, token, providers, keysKey, cluster }: LogSettings,
  write: (line: string) => void = toStderr,
): ServerLog {
  const given = [token, keysKey, cluster?.secret, ...Object.values(providers).map(({ key }) => key)];
  const secrets = given.filter((secret) => secret !== undefined);
  return createLog({ format: logFormat, level: logLevel, secrets, server: cluster && hostname(), write });
}
