interface Release {
  readonly version: string;
  /** The changes that a person notices, one sentence each. */
  readonly news: readonly string[];
}

/** Latest first. */
export const RELEASES: readonly Release[] = [
  {
    version: '0.1.0',
    news: [
      'Cards come from Anki with their due days and reviews, and sets are exported as Anki, CSV, Markdown or JSON.',
      'The points of a set are searched, filtered by tag and changed together; a set can have the day of an exam.',
      'Agents such as Claude Code search your library and keep in it, each with an access token of its own.',
      'Text, links, photos and files are shared with Warren from other apps, pages and programs, and kept in the Library.',
      'A long answer can be read aloud, and Today can say how far you are with an aim of the week.',
      'An exploration begins with a question, and three are suggested from your sources.',
      'Versions of a draft are compared sentence by sentence.',
      'The settings of models show first who answers and what it has cost.',
      'Your name is yours to choose, and your data are yours to download, below.',
    ],
  },
];
