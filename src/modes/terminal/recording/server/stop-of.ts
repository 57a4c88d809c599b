import type { StopReason } from '../domain/markers.ts';

interface Stop {
  readonly kind: 'stopped';
  readonly reason: StopReason;
  readonly message: string;
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Why a recording has stopped, from the error of a file operation. */
export function stopOf(error: unknown): Stop {
  const { code, message } = error as NodeJS.ErrnoException;
  return code !== undefined && NO_ROOM.has(code)
    ? {
        kind: 'stopped',
        reason: 'disk-full',
        message: 'The disk is full, so this session is not being recorded. Make room, and the recording goes on.',
      }
    : {
        kind: 'stopped',
        reason: 'write-failed',
        message: `The recording cannot be written (${code ?? message}). Warren tries again by itself.`,
      };
}
