import { storedText } from '#elements/web/page/stored.ts';

import type { Shared } from '../../domain/shared-sources.ts';
import { openShares, replaceShare, sharesOf } from './shares-cache.ts';

/** Content shared by another app or page, until the person keeps or cancels it. */
export interface WaitingShare extends Shared {
  /** Null if it exists only in the address of the page. */
  readonly id: string | null;
  readonly files: readonly File[];
}

const PATH = '/capture/';

/** The waiting shares of a person, oldest first. */
export async function readShares(person: string): Promise<readonly WaitingShare[]> {
  const requests = await sharesOf(person);
  const cache = await openShares();
  const shares = await Promise.all(
    requests.map(async (request): Promise<WaitingShare | null> => {
      const form = await (await cache?.match(request))?.formData();
      return form
        ? { id: new URL(request.url).pathname.slice(PATH.length), ...wordsIn(form), files: filesIn(form) }
        : null;
    }),
  );
  return shares.filter((share) => share !== null);
}

/** Replaces the waiting files with those that are not in the library yet. */
export async function writeShare({ id, text, url, title, files }: WaitingShare): Promise<void> {
  if (id === null) return;
  const form = new FormData();
  for (const [name, value] of Object.entries({ text, url, title })) form.set(name, value);
  for (const file of files) form.append('files', file);
  await replaceShare(PATH + id, form);
}

export async function dropShare({ id }: WaitingShare): Promise<void> {
  if (id === null) return;
  typedText(id).write(null);
  await (await openShares())?.delete(PATH + id);
}

/** The edited text of a share, until this tab is closed. */
export const typedText = (id: string | null) => storedText('sessionStorage', `warren.shared.${id ?? ''}`);

/** The share that a bookmarklet has put into the address of the page; null if there is none. */
export function shareInAddress(hash: string): WaitingShare | null {
  const words = wordsIn(new URLSearchParams(hash.replace(/^#/u, '')));
  return Object.values(words).some((word) => word !== '') ? { id: null, ...words, files: [] } : null;
}

function wordsIn(form: FormData | URLSearchParams): Shared {
  const word = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { text: word('text'), url: word('url'), title: word('title') };
}

const filesIn = (form: FormData): readonly File[] =>
  [...form.values()].filter((value): value is File => typeof value !== 'string' && value.size > 0);
