import type { Transaction } from 'kysely';

import type { PlatformId } from '#account/protocol.ts';
import type { Library } from '#library/server/library.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';

import type { ChangeTarget, DraftHost } from '../../protocol.ts';

interface CurrentDraft {
  readonly number: number;
  readonly title: string;
  /** Without citation marks. */
  readonly text: string;
  /** The part that is to be changed. */
  readonly paragraph: string | null;
}

export interface DraftDependencies {
  /** By the mode of the session. */
  readonly hosts: Readonly<Record<string, DraftHost<AbortSignal>>>;
  readonly library: () => Library;
  /** Milliseconds between two words of the embedded writer. */
  readonly paceMs: number;
  /** The draft that a request is about: the one of the target, or the first of the session for the platform. */
  readonly currentDraft: (of: {
    readonly person: string;
    readonly session: string;
    readonly platform: PlatformId;
    readonly target: ChangeTarget | null;
  }) => Promise<CurrentDraft | null>;
  readonly platformRulesOf: (person: string, platform: PlatformId) => Promise<readonly string[]>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of versions are their feature's own
  readonly record: (trx: Transaction<any>, request: RecordRequest) => Promise<void>;
}
