import type { DraftView, WriterPart } from '../../protocol.ts';

/** Nothing of it is hidden from the person. */
export type DraftState = DraftView;

/** A draft was changed by hand: its session tells those who look. */
export interface DraftReport {
  readonly draftId: string;
}

/** The types that the two halves of the mode exchange. */
export interface DraftTypes {
  readonly state: DraftState;
  readonly report: DraftReport;
  readonly part: WriterPart;
}
