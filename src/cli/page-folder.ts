import path from 'node:path';

/** The built page. The relative path is the same from this file and from `dist/server`. */
export const pageFolder = path.resolve(import.meta.dirname, '../../dist/page');
