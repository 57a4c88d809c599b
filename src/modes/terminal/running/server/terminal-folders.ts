import path from 'node:path';

/** Where terminals keep their files in the data folder. */
export function terminalFolders(home: string) {
  return {
    /** Recordings, and nothing else. */
    recordings: path.join(home, 'recordings'),
    /** Settings of the CLI's runs. */
    hookSettings: path.join(home, 'hook-settings'),
    /** Files that were given in chats, in a folder for each session. */
    uploads: path.join(home, 'chat-files'),
  };
}
