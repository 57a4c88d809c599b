/** The words of the embedded strategist around what it quotes. */
export interface Wordings {
  readonly extractive: string;
  readonly closest: string;
  readonly closer: string;
  readonly nearest: string;
  readonly beside: (word: string) => string;
  readonly own: string;
  readonly open: string;
  readonly unsaid: (words: string) => string;
  readonly nothing: string;
  readonly noMore: string;
  readonly instead: string;
  readonly noSources: string;
}

const english: Wordings = {
  extractive:
    'I am the embedded strategist: without a language model I do not think for you. I pick out what your sources say, word for word.',
  closest: 'Closest to your message',
  closer: 'Also close to it',
  nearest: 'Nothing matches closely. The nearest passages',
  beside: (word) => `Side by side on “${word}”`,
  own: 'In your own words',
  open: 'Open',
  unsaid: (words) => `Not in what is in context: ${words}.`,
  nothing: 'Nothing in these sources matches your message.',
  noMore: 'There is nothing more in these sources that matches. Ask about something else in them, or add a source.',
  instead: 'They begin like this:',
  noSources:
    'No sources are in context. Pin some with @, choose a bucket, or add sources in the library; then ask again.',
};

const german: Wordings = {
  extractive:
    'Ich bin der eingebaute Stratege: Ohne Sprachmodell denke ich nicht für dich. Ich suche heraus, was deine Quellen sagen, Wort für Wort.',
  closest: 'Am nächsten an deiner Nachricht',
  closer: 'Auch nahe daran',
  nearest: 'Nichts passt genau. Die nächsten Stellen',
  beside: (word) => `Nebeneinander zu „${word}“`,
  own: 'In deinen eigenen Worten',
  open: 'Offen',
  unsaid: (words) => `Nicht im Kontext: ${words}.`,
  nothing: 'Nichts in diesen Quellen passt zu deiner Nachricht.',
  noMore: 'Mehr steht dazu nicht in diesen Quellen. Frag nach etwas anderem darin, oder füge eine Quelle hinzu.',
  instead: 'So fangen sie an:',
  noSources:
    'Keine Quellen im Kontext. Hefte mit @ welche an, wähle eine Sammlung oder füge in der Bibliothek Quellen hinzu; dann frag noch einmal.',
};

export function wordingsFor(isGerman: boolean): Wordings {
  return isGerman ? german : english;
}
