import type { Owned } from '#session/server/log/log.ts';

/** Data of a terminal that the host stores for the next server. */
export interface HostedMeta extends Owned {
  readonly run: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** The secret of Claude Code's hooks; null for other programs. */
  readonly secret: string | null;
  /** The address of the library that the program was started with; null or absent for none. */
  readonly libraryAddress?: string | null;
}

export const writeHostedMeta = (meta: HostedMeta): string => JSON.stringify(meta);

/** Throws if another program wrote the text. */
export function readHostedMeta(text: string): HostedMeta {
  const meta = JSON.parse(text) as HostedMeta;
  if (typeof meta.session !== 'string' || typeof meta.person !== 'string' || typeof meta.run !== 'number')
    throw new Error('what is kept of a terminal is not known');
  return meta;
}
