/** The folders of terminals in the data folder. */
export const TERMINAL_FOLDERS = {
  recordings: 'recordings',
  hookSettings: 'hook-settings',
  /** Files that were given in chats. */
  uploads: 'chat-files',
} as const;
