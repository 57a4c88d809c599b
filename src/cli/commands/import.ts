import { stat } from 'node:fs/promises';
import path from 'node:path';

import { sendFiles } from '../adding/send-files.ts';
import { walkFolder } from '../adding/walk-folder.ts';
import { reasonOf } from '../adding/walk-folder.ts';
import { withServer } from '../adding/with-server.ts';
import { type CommandCall, UsageError } from '../command.ts';

const USAGE = 'Usage: warren import library FOLDER [--bucket NAME] [--name NAME]';
/** Notion names the folder of each export anew. */
const NOTION_EXPORT = /^(?:Export-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

/** Imports a folder of notes. A further import of it updates what has changed. */
export async function run(call: CommandCall): Promise<void> {
  const [what, folder, ...rest] = call.positionals;
  if (what !== 'library' || folder === undefined || rest.length > 0) throw new UsageError(USAGE);
  const found = path.resolve(folder);
  const isFolder = await stat(found).then(
    (entry) => entry.isDirectory(),
    (error: unknown) => Promise.reject(new Error(`${folder}: ${reasonOf(error)}`, { cause: error })),
  );
  if (!isFolder) throw new UsageError(`${folder} is not a folder. "warren add" takes files.\n${USAGE}`);
  const { bucket, name } = call.flags;
  const named = path.basename(found).normalize('NFC') || 'Files';
  await withServer(call.environment, async (adding) => {
    const given = {
      run: adding.run,
      name: typeof name === 'string' ? name : NOTION_EXPORT.test(named) ? 'Notion' : named,
      bucket: typeof bucket === 'string' ? bucket : undefined,
    };
    return sendFiles(walkFolder(Buffer.from(found)), given, adding);
  });
}
