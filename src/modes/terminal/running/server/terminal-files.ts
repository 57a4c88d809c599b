import path from 'node:path';

/** The recording of a session: all runs of its program, one after another. */
export function recordingFile(folder: string, session: string): string {
  return path.join(folder, `${session}.cast`);
}

export const TERMINAL_FOLDERS = {
  recordings: 'recordings',
  hookSettings: 'hook-settings',
  /** Files that were added in chats. */
  uploads: 'chat-files',
  /** Copies of files from before they were changed. */
  changes: 'changes',
} as const;
