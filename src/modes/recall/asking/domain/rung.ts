/** Kinds of questions, by how much they give away, in ascending order. */
export const rungs = ['open', 'narrower', 'cloze', 'first-letters'] as const;
export type Rung = (typeof rungs)[number];
/** A question that reveals part of the point. */
export type Cue = Exclude<Rung, 'open'>;

/** The kind of the person's last message, apart from its content. */
export type Intent = 'answers' | 'skips' | 'gives-up' | 'asks-hint' | 'asks-to-be-told';
