import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

const malformed = (message: string) => new AppError('malformed', message, { field: 'path' });
const isBelow = (place: string, top: string) => place === top || place.startsWith(top === '/' ? top : `${top}/`);

/**
 * Resolves a path inside a folder to a file or folder, following all links. Throws an AppError if it does not exist, or
 * is not inside the folder.
 */
export async function placeInside(folder: string, given: string): Promise<string> {
  if (given.includes('\0') || path.isAbsolute(given)) throw malformed('It is no path in the folder of this terminal.');
  const top = await realpath(folder).catch(() => {
    throw new AppError('not-found', 'The folder of this terminal is not there any more.');
  });
  const named = path.resolve(top, given);
  if (!isBelow(named, top)) throw malformed('It leads out of the folder of this terminal.');
  const place = await realpath(named).catch(() => {
    throw new AppError('not-found', `${given} is not there, or Warren may not open it.`);
  });
  if (!isBelow(place, top)) throw malformed('It is a link that leads out of the folder of this terminal.');
  return place;
}
