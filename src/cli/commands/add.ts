import path from 'node:path';

import type { AddedSources, LibraryOverview } from '#library/sources/protocol.ts';
import { type Bucket, sourceKind, type SourceKind } from '#library/storage/protocol.ts';

import { sendFiles } from '../adding/send-files.ts';
import { Refused } from '../adding/server-client.ts';
import { findFile, type Found, walkFolder } from '../adding/walk-folder.ts';
import { type Adding, withServer } from '../adding/with-server.ts';
import { type CommandCall, UsageError } from '../command.ts';

/**
 * The import name of files added by path. A file is identified by its path on this machine, so adding it again updates
 * it.
 */
const NAME = 'Added files';
const ADDRESS = /^https?:\/\//iu;

export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length === 0)
    throw new UsageError('Usage: warren add FILE|FOLDER|URL … [--bucket NAME] [--kind KIND]');
  const { bucket } = call.flags;
  const kind = readKind(call.flags['kind']);
  await withServer(call.environment, (adding) =>
    addEach(call.positionals, { ...adding, bucket: typeof bucket === 'string' ? bucket : null, kind }),
  );
}

interface Target {
  /** Null: the inbox. */
  readonly bucket: string | null;
  /** Undefined: read from the files. */
  readonly kind: SourceKind | undefined;
}

function readKind(given: string | boolean | undefined): SourceKind | undefined {
  if (given === undefined) return undefined;
  const kind = sourceKind.safeParse(String(given).trim().toLowerCase().replaceAll(/[\s-]/gu, '_'));
  if (!kind.success)
    throw new UsageError(`There is no kind “${String(given)}”. There are: ${sourceKind.options.join(', ')}.`);
  return kind.data;
}

/** Adds the paths and links of the command line to a bucket given by name, or to the inbox. */
async function addEach(
  names: readonly string[],
  { bucket, kind, ...adding }: Adding & Target,
): Promise<readonly string[]> {
  const given = { run: adding.run, name: NAME, bucket, kind };
  const links = names.filter((name) => ADDRESS.test(name));
  const added = links.length === 0 ? [] : await addLinks(links, { bucket, kind }, adding);
  for (const name of names.filter((each) => !ADDRESS.test(each))) {
    const found = await findFile(name);
    const isFolder = found === 'folder';
    const files = isFolder ? filesOf(path.resolve(name)) : only(found);
    added.push(...(await sendFiles(files, given, { ...adding, isAnyKind: !isFolder })));
  }
  return added;
}

async function* filesOf(folder: string): AsyncGenerator<Found> {
  const whole = folder.split(path.sep).join('/');
  for await (const found of walkFolder(Buffer.from(folder))) yield { ...found, path: `${whole}/${found.path}` };
}

async function* only(found: Found): AsyncGenerator<Found> {
  yield await Promise.resolve(found);
}

async function addLinks(
  links: readonly string[],
  { bucket, kind }: Target,
  { client, tally }: Adding,
): Promise<string[]> {
  const bucketId = bucket === null ? null : await bucketNamed(bucket, client);
  const added: string[] = [];
  for (const url of links)
    try {
      const { results } = await client.post<AddedSources>('/api/library/sources', {
        sources: [{ url, bucketId, kind }],
      });
      for (const { outcome, source } of results) {
        tally.count(outcome === 'added' ? 'added' : 'unchanged');
        if (outcome === 'added') added.push(source.id);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tally.refuse(url, error.message);
    }
  return added;
}

async function bucketNamed(name: string, client: Adding['client']): Promise<string> {
  const { buckets } = await client.get<LibraryOverview>('/api/library');
  const wanted = name.trim().toLowerCase();
  const found = buckets.find((bucket) => bucket.name.toLowerCase() === wanted);
  return (found ?? (await client.post<Bucket>('/api/library/buckets', { name }))).id;
}
