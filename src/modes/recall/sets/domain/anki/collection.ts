import type { PackageDeck } from '../deck/package.ts';
import { WireMessage } from './protobuf.ts';
import type { CollectionDays } from './schedule.ts';
import { parseTemplate, type TemplateNode } from './templates.ts';

export interface CardTemplate {
  readonly question: readonly TemplateNode[];
  readonly answer: readonly TemplateNode[];
}

export interface NoteType {
  readonly name: string;
  readonly hasDeletions: boolean;
  readonly fields: readonly string[];
  /** By template number. A cloze note type has one template for all its deletions. */
  readonly templates: ReadonlyMap<number, CardTemplate>;
}

/** The parts of a collection that apply to all its cards. */
export interface Collection {
  readonly days: CollectionDays;
  /** Hour of the day; null if the collection has none. */
  readonly dayStartsAt: number | null;
  readonly noteTypes: ReadonlyMap<number, NoteType>;
  /** By deck id. */
  readonly decks: ReadonlyMap<number, PackageDeck>;
}

type Json = Readonly<Record<string, unknown>>;

/** The row of `col` in schema 11, which stores note types, decks and options as JSON. */
export interface JsonCollection {
  readonly crt: number;
  readonly conf: string;
  readonly models: string;
  readonly decks: string;
  readonly dconf: string;
}

/** Throws a SyntaxError if the JSON is damaged. */
export function collectionOfJson({ crt, conf, models, decks, dconf }: JsonCollection): Collection {
  const options = new Map(entriesOf(dconf));
  return {
    ...settingsOf(crt, objectOf(conf)),
    noteTypes: new Map(entriesOf(models).map(([id, model]) => [id, noteTypeOfJson(model)])),
    decks: new Map(
      entriesOf(decks).map(([id, deck]) => {
        const used = options.get(Number(deck['conf']));
        const percent = numberOf(deck['desiredRetention']);
        return [
          id,
          deckNamed(wordsOf(deck['name']), {
            newPerDay: numberOf(deck['newLimit']) ?? numberOf(inner(used, 'new')['perDay']),
            reviewsPerDay: numberOf(deck['reviewLimit']) ?? numberOf(inner(used, 'rev')['perDay']),
            desiredRetention: percent === null ? numberOf(used?.['desiredRetention']) : percent / 100,
          }),
        ];
      }),
    ),
  };
}

function noteTypeOfJson(model: Json): NoteType {
  const ordered = (name: string) =>
    listOf(model[name]).toSorted((one, other) => (numberOf(one['ord']) ?? 0) - (numberOf(other['ord']) ?? 0));
  return {
    name: wordsOf(model['name']),
    hasDeletions: model['type'] === 1,
    fields: ordered('flds').map((field) => wordsOf(field['name'])),
    templates: new Map(
      ordered('tmpls').map((template, index) => [
        numberOf(template['ord']) ?? index,
        { question: parseTemplate(wordsOf(template['qfmt'])), answer: parseTemplate(wordsOf(template['afmt'])) },
      ]),
    ),
  };
}

/** Rows of the tables that replace the JSON from schema 15 on, in any order. */
export interface TableCollection {
  readonly crt: number;
  readonly config: readonly { readonly key: string; readonly val: Uint8Array }[];
  readonly notetypes: readonly { readonly id: number; readonly name: string; readonly config: Uint8Array }[];
  readonly fields: readonly { readonly ntid: number; readonly ord: number; readonly name: string }[];
  readonly templates: readonly { readonly ntid: number; readonly ord: number; readonly config: Uint8Array }[];
  readonly decks: readonly { readonly id: number; readonly name: string; readonly kind: Uint8Array }[];
  readonly options: readonly { readonly id: number; readonly config: Uint8Array }[];
}

/** Throws a RangeError if a message is damaged. */
export function collectionOfTables(given: TableCollection, decode: (bytes: Uint8Array) => string): Collection {
  const config: Record<string, unknown> = {};
  for (const { key, val } of given.config)
    if (key === 'rollover' || key === 'creationOffset') config[key] = JSON.parse(decode(val));
  const options = new Map(given.options.map(({ id, config: bytes }) => [id, new WireMessage(bytes)]));
  const words = (bytes: Uint8Array | null) => decode(bytes ?? new Uint8Array());
  return {
    ...settingsOf(given.crt, config),
    noteTypes: new Map(
      given.notetypes.map(({ id, name, config: bytes }) => [
        id,
        {
          name,
          hasDeletions: new WireMessage(bytes).number(1) === 1,
          fields: given.fields
            .filter(({ ntid }) => ntid === id)
            .toSorted((one, other) => one.ord - other.ord)
            .map((field) => field.name),
          templates: new Map(
            given.templates
              .filter(({ ntid }) => ntid === id)
              .map((template) => {
                const sides = new WireMessage(template.config);
                const [question, answer] = [1, 2].map((field) => parseTemplate(words(sides.bytes(field))));
                return [template.ord, { question: question ?? [], answer: answer ?? [] }];
              }),
          ),
        },
      ]),
    ),
    decks: new Map(
      given.decks.map(({ id, name, kind }) => {
        const normal = new WireMessage(kind).message(1);
        const used = options.get(normal.number(1) ?? 0);
        return [
          id,
          deckNamed(name.replaceAll('\u001f', '::'), {
            // Protobuf omits zeros, so an absent limit of existing options is 0.
            newPerDay: normal.number(7) ?? (used ? (used.number(9) ?? 0) : null),
            reviewsPerDay: normal.number(6) ?? (used ? (used.number(10) ?? 0) : null),
            desiredRetention: normal.float(10) ?? used?.float(37) ?? null,
          }),
        ];
      }),
    ),
  };
}

const MAX_PER_DAY = 9_999;

function deckNamed(name: string, options: Omit<PackageDeck, 'name'>): PackageDeck {
  const perDay = (count: number | null) =>
    count === null || count < 0 ? null : Math.min(MAX_PER_DAY, Math.floor(count));
  const { desiredRetention: share } = options;
  return {
    name: name === '' ? 'Default' : name,
    newPerDay: perDay(options.newPerDay),
    reviewsPerDay: perDay(options.reviewsPerDay),
    desiredRetention: share !== null && share > 0 && share < 1 ? Math.round(share * 1_000) / 1_000 : null,
  };
}

function settingsOf(createdAt: number, config: Json): Pick<Collection, 'days' | 'dayStartsAt'> {
  const hour = numberOf(config['rollover']);
  return {
    days: { createdAt, minutesWest: numberOf(config['creationOffset']) },
    dayStartsAt: hour === null || hour < 0 || hour > 23 ? null : Math.floor(hour),
  };
}

function objectOf(json: string): Json {
  const value: unknown = json === '' ? {} : JSON.parse(json);
  return isObject(value) ? value : {};
}

/** The objects of a JSON object whose keys are ids. */
function entriesOf(json: string): readonly (readonly [number, Json])[] {
  return Object.entries(objectOf(json)).flatMap(([id, value]) =>
    isObject(value) ? [[Number(id), value] as const] : [],
  );
}

function inner(of: Json | undefined, name: string): Json {
  const value = of?.[name];
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
