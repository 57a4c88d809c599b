import path from 'node:path';

/**
 * The file of a thread or child process, by its name without an ending. It is next to the given module in the sources,
 * and next to the bundle of the server in a build.
 */
export function programBeside({ filename, dirname }: Pick<ImportMeta, 'filename' | 'dirname'>, name: string): string {
  return path.join(dirname, name + path.extname(filename));
}
