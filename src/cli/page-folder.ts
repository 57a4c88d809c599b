import path from 'node:path';

/** The built page. The same way leads there from this file and from the bundle in `dist/server`. */
export const pageFolder = path.resolve(import.meta.dirname, '../../dist/page');
