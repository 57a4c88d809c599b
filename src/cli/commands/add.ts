import { addEach } from '../adding/add-each.ts';
import { withServer } from '../adding/with-server.ts';
import { type CommandCall, UsageError } from '../command.ts';

/** Adds files, folders and links to the library. */
export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length === 0) throw new UsageError('Usage: warren add FILE|FOLDER|URL … [--bucket NAME]');
  const bucket = call.flags['bucket'];
  await withServer(call.environment, (adding) =>
    addEach(call.positionals, { ...adding, bucket: typeof bucket === 'string' ? bucket : null }),
  );
}
