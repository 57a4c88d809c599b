import type { OwnedSource } from '../../../storage/server/source-text.ts';

/** The source to which others are related. */
export interface RelatedTo extends OwnedSource {
  readonly title: string;
  readonly content: string;
  readonly language: string | null;
}
