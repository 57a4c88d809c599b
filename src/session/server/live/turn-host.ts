import type { InternalCommand, ModeReport } from '../../domain/command.ts';
import type { SessionState } from '../../protocol.ts';
import type { Spine } from '../dependencies.ts';
import type { Owned } from '../log/log.ts';
import type { ReplyWait } from '../mode-server.ts';
import type { ThreadReader } from './thread-reader.ts';

/** The session that turns are run for. */
export interface TurnHost {
  readonly owned: Owned;
  readonly spine: Spine;
  readonly threads: ThreadReader;
  /** Aborted when the session leaves memory. */
  readonly closing: AbortSignal;
  readonly state: () => SessionState;
  readonly submit: (command: InternalCommand | ModeReport) => Promise<void>;
  /** Tells the subscribers that a message or reply waits. */
  readonly showWait: (messageId: string, wait: ReplyWait) => void;
  readonly showChunk: (frame: string) => void;
}
