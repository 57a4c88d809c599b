import type { PlatformId } from '#account/protocol.ts';

interface OutlineWords {
  readonly outline: (platform: PlatformId) => string;
  readonly next: string;
  readonly noChange: string;
  readonly noSources: string;
  readonly nothing: string;
}

const FORMS: Readonly<Record<PlatformId, readonly [english: string, german: string]>> = {
  linkedin: ['a LinkedIn post', 'eines LinkedIn-Beitrags'],
  thread: ['a thread', 'eines Threads'],
  'long-form': ['an article', 'eines Artikels'],
  'short-form': ['a short post', 'eines kurzen Beitrags'],
};

const ENGLISH: OutlineWords = {
  outline: (platform) =>
    `This is an outline, not a finished text. Without a language model I put passages of your sources into the form of ${FORMS[platform][0]}, each quoted word for word.`,
  next: 'Write it in your own words in the draft: what you write is saved as a version of its own, and the citations stay where their marks stand.',
  noChange:
    'Without a language model I cannot rewrite a paragraph. Change it in the draft: what you write is saved as a version of its own.',
  noSources: 'There is nothing to write from yet: no source is in context. Pin sources, or begin from a bucket.',
  nothing:
    'I found no passage in your sources that fits. Name the subject in other words, or pin the sources that you mean.',
};

const GERMAN: OutlineWords = {
  outline: (platform) =>
    `Das ist eine Gliederung, kein fertiger Text. Ohne Sprachmodell setze ich Stellen aus deinen Quellen in die Form ${FORMS[platform][1]}, jede wörtlich zitiert.`,
  next: 'Schreib es im Entwurf mit deinen Worten: Was du schreibst, wird als eigene Version gespeichert, und die Belege bleiben, wo ihre Zeichen stehen.',
  noChange:
    'Ohne Sprachmodell kann ich keinen Absatz umschreiben. Ändere ihn im Entwurf: Was du schreibst, wird als eigene Version gespeichert.',
  noSources:
    'Es gibt noch nichts, woraus ich schreiben kann: Keine Quelle ist im Kontext. Hefte Quellen an oder beginne mit einer Sammlung.',
  nothing:
    'Ich habe in deinen Quellen keine passende Stelle gefunden. Nenne das Thema mit anderen Worten oder hefte die Quellen an, die du meinst.',
};

/** What the embedded writer says of itself, in the person’s language. */
export const outlineWords = (isGerman: boolean): OutlineWords => (isGerman ? GERMAN : ENGLISH);
