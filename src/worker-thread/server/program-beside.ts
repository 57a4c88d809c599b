import path from 'node:path';

/**
 * The file of a thread or child process, given its name without an extension. In the sources it is next to the given
 * module, in a build next to the bundle of the server.
 */
export function programBeside({ filename, dirname }: Pick<ImportMeta, 'filename' | 'dirname'>, name: string): string {
  return path.join(dirname, name + path.extname(filename));
}
