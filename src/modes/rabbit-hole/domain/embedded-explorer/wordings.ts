/** Picks a wording; `turn` counts replies, so that consecutive ones begin differently. */
export function pick(wordings: readonly string[], turn: number): string {
  return wordings[turn % wordings.length] ?? '';
}

export const LEADS = [
  'This is what I find on it.',
  'Here is something that speaks of it.',
  'There is this.',
  'This bears on what you say.',
];
export const NEAR_LEADS = [
  'I find nothing on exactly that; this comes nearest.',
  'Not quite that, but near it.',
  'The closest I have is this.',
];
export const ELSEWHERE_LEADS = [
  'There is this beside it, though.',
  'What I do have is this.',
  'I have this from the same place.',
];
/** None of these asks what the person knows. */
export const INVITATIONS = [
  'What about it interests you most?',
  'Is there a part of it that you would like to go further into?',
  'What made you curious about it?',
  'Where would you like to go from here?',
  'Is there a word in it that you would like to follow?',
];

export function linkTo(word: string, turn: number): string {
  return pick([`It meets something else at “${word}”.`, `“${word}” leads on from there.`], turn);
}

export function nothingOn(what: string, from: string, turn: number): string {
  return pick(
    [
      `Nothing in ${from} speaks of ${what}.`,
      `I find nothing of ${what} in ${from}.`,
      `There is nothing in ${from} on ${what}.`,
    ],
    turn,
  );
}

export function nothingMore(from: string, turn: number): string {
  return pick([`I have said what ${from} holds on it.`, `There is no more on it in ${from}.`], turn);
}

export function onlyFrom(from: string): string {
  return `I have only ${from} to draw from: with a language model I could tell you more.`;
}
