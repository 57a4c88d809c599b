import { pointMoment } from '../../protocol.ts';
import type { Card } from '../paste/read-cards.ts';
import { pathOfSet } from '../set-path.ts';
import { tagsOf } from '../tags.ts';

type Json = Readonly<Record<string, unknown>>;
const QUESTION = ['question', 'front', 'term', 'prompt'];
const ANSWER = ['text', 'answer', 'back', 'definition', 'point'];
const CONTEXT = ['context', 'heading'];

/**
 * Reads cards from JSON: the sets that Warren exports (`recall/sets.json`), one set, or a list of points. Null for any
 * other JSON. Skips deleted sets and points. The `line` of a card is its position in the file, from 1.
 */
export function cardsOfJson(text: string): readonly Card[] | null {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  const cards: Card[] = [];
  let place = 0;
  for (const each of Array.isArray(whole) ? whole : [whole]) {
    if (!isObject(each)) return null;
    const points = [each['points'], each['items'], each['cards']].find((list) => Array.isArray(list));
    if (isDeleted(each)) continue;
    const deck =
      points === undefined
        ? ''
        : pathOfSet({ folder: wordsOf(each, ['folder']), title: wordsOf(each, ['title', 'name']) });
    for (const point of points ?? [each]) {
      place += 1;
      if (!isObject(point)) return null;
      if (isDeleted(point)) continue;
      const back = wordsOf(point, ANSWER);
      if (back === '' && wordsOf(point, QUESTION) === '') return null;
      const moment = pointMoment.safeParse(point['from']).data;
      cards.push({
        front: wordsOf(point, QUESTION),
        back,
        deck,
        context: wordsOf(point, CONTEXT),
        tags: tagsIn(point),
        ...(moment && { moment }),
        line: place,
      });
    }
  }
  return cards.length === 0 ? null : cards;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeleted(of: Json): boolean {
  return of['deleted'] !== undefined && of['deleted'] !== null && of['deleted'] !== false;
}

function tagsIn({ tags }: Json): readonly string[] {
  const listed = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  return typeof tags === 'string' ? tagsOf(tags) : listed;
}

function wordsOf(of: Json, names: readonly string[]): string {
  for (const name of names) {
    const value = of[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(', ');
  }
  return '';
}
