/**
 * All phrases of this explorer. They claim nothing about the content of passages, since the explorer compares only
 * words.
 */
export const WORDS = {
  en: {
    cannotTell: 'I can’t tell from these words.',
    above: 'What I found on it is quoted above.',
    only: (from: string) => `I quote word for word from ${from}.`,
    quoted: (title: string) => `“${title}”`,
    these: 'these points',
    library: 'your library',
    and: (set: string) => `${set} and your library`,
    welcome: 'You’re welcome.',
    goOn: 'Ask on, or return to the session when you like.',
  },
  de: {
    cannotTell: 'Diesen Worten kann ich es nicht entnehmen.',
    above: 'Was ich dazu gefunden habe, steht schon oben.',
    only: (from: string) => `Ich zitiere wörtlich aus ${from}.`,
    quoted: (title: string) => `„${title}“`,
    these: 'diesen Punkten',
    library: 'deiner Bibliothek',
    and: (set: string) => `${set} und deiner Bibliothek`,
    welcome: 'Gern.',
    goOn: 'Frag weiter, oder kehre zur Sitzung zurück, wann du magst.',
  },
} as const;

/** The text before and after the source's name in `only`, including earlier wordings. */
const ONLY = [
  ...Object.values(WORDS).map(({ only }) => only('\n').split('\n')),
  ['I can only quote from ', ': with a language model I could tell you more.'],
  ['Ich kann nur aus ', ' zitieren: mit einem Sprachmodell könnte ich mehr erzählen.'],
];
const OWN: readonly string[] = Object.values(WORDS).flatMap(({ cannotTell, above, welcome, goOn }) => [
  cannotTell,
  above,
  goOn,
  `${welcome} ${goOn}`,
]);

/** An explorer's message without its standard phrases. */
function withoutOwnWords(message: string): string {
  const isOwn = (paragraph: string) =>
    OWN.includes(paragraph) ||
    ONLY.some(([begin = '', end = '']) => paragraph.startsWith(begin) && paragraph.endsWith(end));
  return message
    .split('\n\n')
    .filter((paragraph) => !isOwn(paragraph.trim()))
    .join('\n\n');
}

interface Said {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** A hole's conversation for storage: without the phrases that the explorer without a model adds to its quotations. */
export function foundIn<Message extends Said>(conversation: readonly Message[]): readonly Message[] {
  return conversation
    .map((message) =>
      message.author === 'person' ? message : { ...message, content: withoutOwnWords(message.content) },
    )
    .filter(({ content }) => content.trim() !== '');
}
