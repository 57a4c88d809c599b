/** How much a question gives away, from nothing to nearly all. */
export const rungs = ['open', 'narrower', 'cloze', 'first-letters'] as const;
export type Rung = (typeof rungs)[number];

/** What the person's last message was, beside its content. */
export type Intent = 'answers' | 'gives-up' | 'asks-hint' | 'asks-to-be-told';
