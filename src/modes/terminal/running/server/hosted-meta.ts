import type { Owned } from '#session/server/log/log.ts';

/** What the host keeps of a terminal for the next server. */
export interface HostedMeta extends Owned {
  readonly run: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Of the hooks of Claude Code; null for other programs. */
  readonly secret: string | null;
  /** The address of the library that the program was given; null or absent: none. */
  readonly libraryAddress?: string | null;
}

export const writeHostedMeta = (meta: HostedMeta): string => JSON.stringify(meta);

/** Throws if another program wrote it. */
export function readHostedMeta(text: string): HostedMeta {
  const meta = JSON.parse(text) as HostedMeta;
  if (typeof meta.session !== 'string' || typeof meta.person !== 'string' || typeof meta.run !== 'number')
    throw new Error('what is kept of a terminal is not known');
  return meta;
}
