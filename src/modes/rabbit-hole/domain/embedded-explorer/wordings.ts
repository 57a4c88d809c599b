/** The first wording of which no reply has a sentence yet; empty once all were used. */
export function unsaid(wordings: readonly string[], replies: readonly string[]): string {
  return wordings.find((wording) => !replies.some((reply) => reply.includes(wording))) ?? '';
}

export const LEADS = [
  'This is what I find on it.',
  'Here is something that speaks of it.',
  'This bears on what you say.',
  'I found this.',
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
export const THANKED = ['You’re welcome.', 'Glad it was of use.', 'Any time.', 'With pleasure.', 'Of course.'];
export const ACKNOWLEDGED = [
  'Good. Ask on, or return to the session when you like.',
  'Take your time.',
  'I am here if something else comes up.',
  'Whenever you like.',
  'All right.',
];

export function linksTo(word: string): readonly string[] {
  return [
    `It meets something else at “${word}”.`,
    `“${word}” leads on from there.`,
    `Beside “${word}”, there is this.`,
  ];
}

export function nothingOn(what: string, from: string): readonly string[] {
  return [
    `Nothing in ${from} speaks of ${what}.`,
    `I find nothing on ${what} in ${from}.`,
    `There is nothing in ${from} on ${what}.`,
    `On ${what} I still have nothing.`,
  ];
}

export function nothingMore(from: string): readonly string[] {
  return [
    `I have said what ${from} holds on it.`,
    `There is no more on it in ${from}.`,
    'That is all I have on it.',
    'I have nothing to add to that.',
  ];
}

export function onlyFrom(from: string): string {
  return `I have only ${from} to draw from: with a language model I could tell you more.`;
}
