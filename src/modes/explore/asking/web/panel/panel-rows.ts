import type { RetrievedSource, SourceChoice, TurnContext } from '../../../protocol.ts';

/** `in`: the model sees it. `left-out`: it had no room. `excluded`: the person excluded it. */
export type SourcePlace = 'in' | 'left-out' | 'excluded';

export type PanelRow =
  | { readonly kind: 'heading'; readonly id: string; readonly title: string; readonly count: number }
  | {
      readonly kind: 'source';
      readonly id: string;
      readonly source: RetrievedSource;
      readonly place: SourcePlace;
      readonly isNew: boolean;
    }
  | { readonly kind: 'gone'; readonly id: string; readonly title: string };

export interface ShownContext extends Pick<TurnContext, 'sources' | 'window'> {
  /** Absent in a preview. */
  readonly turn?: Pick<TurnContext, 'added' | 'gone' | 'notes' | 'meaning'> | undefined;
}

/**
 * The sources under their headings: included ones by how they were found, then those left out, then those that are
 * gone.
 */
export function panelRows(
  { sources, turn }: ShownContext,
  choice: Pick<SourceChoice, 'excludedSourceIds'>,
): PanelRow[] {
  const added = new Set(turn?.added);
  const excluded = new Set(choice.excludedSourceIds);
  const placeOf = ({ id, included }: RetrievedSource): SourcePlace =>
    included ? 'in' : excluded.has(id) ? 'excluded' : 'left-out';
  const group = (id: string, title: string, isIn: (source: RetrievedSource, place: SourcePlace) => boolean) => {
    const found = sources.filter((source) => isIn(source, placeOf(source)));
    return headed(
      { id, title },
      found.map((source) => ({
        kind: 'source',
        id: source.id,
        source,
        place: placeOf(source),
        isNew: added.has(source.id),
      })),
    );
  };
  const bucket = sources.find(({ retrievalMethod }) => retrievalMethod === 'bucket')?.bucketName ?? 'Bucket';
  const gone = (turn?.gone ?? []).map(({ id, title }) => ({ kind: 'gone', id: `gone ${id}`, title }) as const);
  return [
    ...group('pinned', 'Pinned', (source, place) => place === 'in' && source.retrievalMethod === 'pinned'),
    ...group('bucket', bucket, (source, place) => place === 'in' && source.retrievalMethod === 'bucket'),
    ...group(
      'elsewhere',
      'From other buckets',
      (source, place) => place === 'in' && source.retrievalMethod === 'semantic',
    ),
    ...group('left-out', 'Left out', (_, place) => place === 'left-out'),
    ...group('excluded', 'Excluded by you', (_, place) => place === 'excluded'),
    ...headed({ id: 'gone', title: 'Gone since the message before' }, gone),
  ];
}

function headed(heading: { readonly id: string; readonly title: string }, rows: readonly PanelRow[]): PanelRow[] {
  return rows.length === 0 ? [] : [{ kind: 'heading', ...heading, count: rows.length }, ...rows];
}
