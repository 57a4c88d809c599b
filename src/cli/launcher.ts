import path from 'node:path';

/** The path of `bin/warren`. The relative path is the same from this file and from `dist/server`. */
export const launcher = path.resolve(import.meta.dirname, '../../bin/warren');
