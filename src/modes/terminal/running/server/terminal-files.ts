import path from 'node:path';

/** The recording of a session: every run of its program, one after another. */
export function recordingFile(folder: string, session: string): string {
  return path.join(folder, `${session}.cast`);
}

export const TERMINAL_FOLDERS = {
  recordings: 'recordings',
  hookSettings: 'hook-settings',
  /** Files that were given in chats. */
  uploads: 'chat-files',
  /** What files were before they were changed. */
  changes: 'changes',
} as const;
