import type { DatabaseSync } from 'node:sqlite';

import type { DayCut } from '#day/domain/day.ts';
import { cleanText, isBlank } from '#kernel/clean-text.ts';
import type { Collection } from '#modes/recall/sets/domain/anki/collection.ts';
import { ownWords } from '#modes/recall/sets/domain/anki/own-words.ts';
import { sidesOf } from '#modes/recall/sets/domain/anki/point-of-card.ts';
import {
  type CardRow,
  isSuspended,
  type ReviewRow,
  reviewsOf,
  scheduleOf,
} from '#modes/recall/sets/domain/anki/schedule.ts';
import type { PackageBatch, PackageDeck, PackageHead, PackagePoint } from '#modes/recall/sets/domain/deck/package.ts';
import { imageTypeOf, MAX_IMAGE_BYTES } from '#modes/recall/sets/domain/images/image-type.ts';
import { type BrokenLine, MAX_IMAGES_PER_POINT, MAX_POINT_CHARACTERS } from '#modes/recall/sets/protocol.ts';

import { type FoundCollection, findCollection } from './find-collection.ts';
import { cardStatements, countCollection, openCollection, readCollection, wordsOf } from './open-collection.ts';
import { wordsOfSide } from './side-words.ts';
import { unreadable } from './unreadable-package.ts';

/** The task of a reading process. It has `folder` to itself while it reads. */
export interface PackageJob {
  readonly path: string;
  readonly folder: string;
  readonly cut: DayCut;
  readonly withImages: boolean;
  readonly now: number;
}

export type PackagePart = { readonly head: PackageHead } | { readonly batch: PackageBatch };

const POINTS_AT_ONCE = 250;
const IMAGE_BYTES_AT_ONCE = 8_000_000;
const LEFT_AT_ONCE = 1_000;
const MAX_REVIEWS_PER_CARD = 10_000;
const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 100;
const MAX_QUOTED = 80;

/** Reads a package in parts: first its overview, then its points. */
export async function* readPackage(job: PackageJob): AsyncGenerator<PackagePart, void> {
  let found: FoundCollection | undefined;
  let database: DatabaseSync | undefined;
  try {
    found = await findCollection(job.path, job.folder);
    database = openCollection(found.database);
    const collection = readCollection(database);
    const { decks, cards } = countCollection(database);
    const named = new Map(decks.map((id) => [id, collection.decks.get(id) ?? NO_DECK]));
    const byName = new Map([...named.values()].map((deck) => [deck.name, deck]));
    yield { head: { cards, decks: [...byName.values()], dayStartsAt: collection.dayStartsAt } };
    yield* batchesOf(database, { job, collection, named, found });
  } catch (error) {
    // Errors of Node's own readers mean a damaged package; other errors are bugs.
    if (isDamage(error)) throw unreadable('The package is damaged, or is not whole.');
    throw error;
  } finally {
    database?.close();
    found?.close();
  }
}

const NO_DECK: PackageDeck = { name: 'Default', newPerDay: null, reviewsPerDay: null, desiredRetention: null };

function isDamage(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof SyntaxError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:ERR_SQLITE_ERROR|ERR_OUT_OF_RANGE|ERR_BUFFER|Z_|ZSTD_|ERR__?ZSTD)/u.test(code);
}

interface Reading {
  readonly job: PackageJob;
  readonly collection: Collection;
  readonly named: ReadonlyMap<number, PackageDeck>;
  readonly found: FoundCollection;
}

function* batchesOf(database: DatabaseSync, reading: Reading): Generator<PackagePart, void> {
  const { cards, reviews } = cardStatements(database);
  const images = new PackageImages(reading);
  const reviewsOfCard = reviewsByCard(reviews.iterate());
  let points: PackagePoint[] = [];
  let left: BrokenLine[] = [];
  let line = 0;
  let isStub = false;
  for (const row of cards.iterate()) {
    line += 1;
    const point = pointOf(row, { reading, images, rows: reviewsOfCard(Number(row['id'])) });
    const quoted = quotedOf(wordsOf(row['fields']));
    isStub ||= line === 1 && quoted.startsWith('Please update to the latest Anki version');
    for (const message of point.left) left.push({ line, text: quoted, message });
    if (point.point) points.push(point.point);
    if (points.length < POINTS_AT_ONCE && images.bytes < IMAGE_BYTES_AT_ONCE && left.length < LEFT_AT_ONCE) continue;
    yield { batch: { points, left, images: images.take() } };
    [points, left] = [[], []];
  }
  if (isStub && line === 1)
    throw unreadable(
      'The package holds only a note that Anki has to be updated, and not the cards themselves.',
      'Export it with “Support older Anki versions”, and import that file.',
    );
  yield { batch: { points, left, images: images.take() } };
}

type Row = Readonly<Record<string, unknown>>;

interface OfCard {
  readonly reading: Reading;
  readonly images: PackageImages;
  readonly rows: readonly ReviewRow[];
}

interface ReadPoint {
  readonly point: PackagePoint | null;
  readonly left: readonly string[];
}

function pointOf(row: Row, { reading, images, rows }: OfCard): ReadPoint {
  const { collection, named, job } = reading;
  const without = (message: string): ReadPoint => ({ point: null, left: [message] });
  if (row['note'] === null) return without('Its note is missing.');
  const noteType = collection.noteTypes.get(Number(row['mid']));
  if (!noteType) return without('Its note type is missing.');
  if (row['fields'] === null) return without('A field of it is longer than any point can be.');
  const ord = Number(row['ord']);
  const sides = sidesOf({ noteType, values: wordsOf(row['fields']).split('\u001f'), ord });
  if ('problem' in sides) return without(sides.problem);
  const question = wordsOfSide(sides.question.html);
  const answer = wordsOfSide(sides.answer.html);
  const left = [...new Set([...sides.question.left, ...sides.answer.left])].map((what) => `Without ${what}.`);
  const shown = images.of(sides);
  left.push(...shown.left);
  const asks = shown.images.some(({ side }) => side === 'question');
  if (isBlank(question) && !asks)
    return without(noteType.hasDeletions ? 'Its deletion is not in the text any more.' : 'Its question is empty.');
  // A point must have words. If the answer has none, the question is used.
  const hasAnswer = !isBlank(answer);
  const answersByImage = !hasAnswer && shown.images.some(({ side }) => side === 'answer');
  const text = hasAnswer ? answer : answersByImage ? '[Image]' : question;
  if (isBlank(text)) return without('Neither side of it has words.');
  if (Math.max(text.length, question.length) > MAX_POINT_CHARACTERS)
    return without(`A point has at most ${MAX_POINT_CHARACTERS} characters.`);
  const own = ownWords(wordsOf(row['own']), ord);
  const tags = tagsOf(wordsOf(row['tags']));
  const number = (name: string) => Number(row[name] ?? 0);
  const card: CardRow = {
    type: number('type'),
    queue: number('queue'),
    due: number('due'),
    odue: number('odue'),
    ivl: number('ivl'),
    factor: number('factor'),
    reps: number('reps'),
    lapses: number('lapses'),
    data: wordsOf(row['data']),
  };
  const reviews = reviewsOf(rows);
  const deck = number('odid') === 0 ? number('did') : number('odid');
  return {
    left,
    point: {
      noteId: own?.noteId ?? (cleanText(wordsOf(row['guid'])).slice(0, MAX_TAG_CHARACTERS) || `${number('nid')}`),
      noteCard: own?.noteCard ?? (noteType.hasDeletions ? `c${ord + 1}` : String(ord)),
      modifiedAt: secondsIn(row['modified']) * 1_000,
      deck: named.get(deck)?.name ?? NO_DECK.name,
      tags: tags.filter((tag) => !OWN_TAGS.has(tag.toLowerCase())),
      question: own ? own.question : text === question || isBlank(question) ? null : question,
      text: own?.text ?? text,
      context: own?.context ?? '',
      images: shown.images,
      isSuspended: isSuspended(card),
      schedule: scheduleOf({ card, reviews }, { days: collection.days, cut: job.cut, now: job.now }),
      reviews,
    },
  };
}

/** 0 for an invalid time. */
function secondsIn(value: unknown): number {
  const seconds = Math.floor(Number(value));
  return Number.isSafeInteger(seconds * 1_000) ? seconds : 0;
}

/** Tags that Anki sets itself. */
const OWN_TAGS = new Set(['leech', 'marked']);

function tagsOf(words: string): readonly string[] {
  const tags = cleanText(words)
    .split(/\s/u)
    .filter((tag) => tag !== '');
  return [...new Set(tags.map((tag) => tag.slice(0, MAX_TAG_CHARACTERS).toWellFormed()))].slice(0, MAX_TAGS);
}

function quotedOf(fields: string): string {
  const first = cleanText(fields.slice(0, 1_000).split('\u001f')[0] ?? '')
    .replace(/<[^<>]*>/gu, ' ')
    .trim();
  return first.length > MAX_QUOTED ? `${first.slice(0, MAX_QUOTED).toWellFormed()}…` : first;
}

/** Returns the rows of each card; cards must be requested in ascending order of ids. Skips rows of deleted cards. */
function reviewsByCard(all: Iterator<Row, unknown>): (card: number) => readonly ReviewRow[] {
  let next = all.next();
  return (card) => {
    const rows: ReviewRow[] = [];
    for (; next.done !== true && Number(next.value['cid']) <= card; next = all.next()) {
      if (Number(next.value['cid']) !== card || rows.length >= MAX_REVIEWS_PER_CARD) continue;
      const { id, ease, factor, time, type } = next.value;
      rows.push({ id: Number(id), ease: Number(ease), factor: Number(factor), time: Number(time), type: Number(type) });
    }
    return rows;
  };
}

/** The images of a package, each returned once. */
class PackageImages {
  readonly #reading: Reading;
  /** The reason why an image is left out; null for a returned one. */
  readonly #known = new Map<string, string | null>();
  #waiting: PackageBatch['images'][number][] = [];
  bytes = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  of({ question, answer }: { readonly [side in 'question' | 'answer']: { readonly images: readonly string[] } }) {
    const left: string[] = [];
    const images: PackagePoint['images'][number][] = [];
    for (const side of ['question', 'answer'] as const)
      for (const key of (side === 'question' ? question : answer).images) {
        // An answer that repeats its question repeats its images.
        if (images.some((image) => image.key === key)) continue;
        const problem =
          images.length === MAX_IMAGES_PER_POINT
            ? `Without an image: a point has at most ${MAX_IMAGES_PER_POINT}.`
            : this.#problemOf(key);
        if (problem === null) images.push({ side, key });
        else left.push(problem);
      }
    return { images, left };
  }

  take(): PackageBatch['images'] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.bytes = 0;
    return taken;
  }

  #problemOf(key: string): string | null {
    let problem = this.#known.get(key);
    if (problem === undefined) this.#known.set(key, (problem = this.#read(key)));
    return problem;
  }

  #read(key: string): string | null {
    const { found, job } = this.#reading;
    const bytes = found.media(key, MAX_IMAGE_BYTES) ?? found.media(decoded(key), MAX_IMAGE_BYTES);
    const name = cleanText(key).slice(0, MAX_QUOTED);
    if (!bytes) return `Without the image ${name}: it is not in the package, is damaged, or has more than 5 MB.`;
    const mediaType = imageTypeOf(bytes);
    if (mediaType === null || mediaType === 'svg') return `Without the image ${name}: it is no PNG, JPEG, GIF or WebP.`;
    if (!job.withImages) return null;
    this.#waiting.push({ key, bytes });
    this.bytes += bytes.length;
    return null;
  }
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
