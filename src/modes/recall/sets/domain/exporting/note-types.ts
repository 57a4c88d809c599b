/** Note types of exports, in the form of schema 11. Never change an id: Anki recognises the note types by them. */
export const NOTE_TYPES = {
  question: {
    id: 1_795_737_600_001,
    name: 'Warren question',
    fields: ['Question', 'Answer', 'Context'],
    cards: [{ name: 'Question', front: '{{Question}}', back: '{{Answer}}' }],
  },
  reversed: {
    id: 1_795_737_600_002,
    name: 'Warren question, both ways',
    fields: ['Question', 'Answer', 'Context'],
    cards: [
      { name: 'Question', front: '{{Question}}', back: '{{Answer}}' },
      { name: 'Answer', front: '{{Answer}}', back: '{{Question}}' },
    ],
  },
  /** For a point without a question: its heading or set asks for it. */
  point: {
    id: 1_795_737_600_003,
    name: 'Warren point',
    fields: ['Point', 'Asked by', 'Context'],
    cards: [{ name: 'Point', front: '{{Asked by}}', back: '{{Point}}' }],
  },
  cloze: {
    id: 1_795_737_600_004,
    name: 'Warren cloze',
    fields: ['Text', 'More', 'Context'],
    cards: [{ name: 'Cloze', front: '{{cloze:Text}}', back: '{{cloze:Text}}<br>{{More}}' }],
  },
} as const;
export type NoteTypeName = keyof typeof NOTE_TYPES;

const CSS = `.card { font-family: serif; font-size: 20px; text-align: center; color: black; background-color: white; }
.context { font-family: sans-serif; font-size: 14px; opacity: 0.7; }
.cloze { font-weight: bold; color: blue; }
.nightMode .cloze { color: lightblue; }
pre { text-align: left; overflow-x: auto; }
img { max-width: 100%; }`;
const LATEX_PRE =
  '\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n';
const CONTEXT = '{{#Context}}<div class="context">{{Context}}</div>{{/Context}}';

/** JSON for the column `models` of a collection. `at` is in seconds. */
export function noteTypesJson(at: number): object {
  const types = Object.entries(NOTE_TYPES).map(([key, { id, name, fields, cards }]) => [
    String(id),
    {
      id,
      name,
      type: key === 'cloze' ? 1 : 0,
      mod: at,
      usn: -1,
      sortf: 0,
      did: null,
      tmpls: cards.map((card, ord) => ({
        name: card.name,
        ord,
        qfmt: `${CONTEXT}${card.front}`,
        // The back of a cloze card repeats the front with the gap filled, so it has no {{FrontSide}}.
        afmt: key === 'cloze' ? `${CONTEXT}${card.back}` : `{{FrontSide}}<hr id=answer>${card.back}`,
        bqfmt: '',
        bafmt: '',
        did: null,
        bfont: '',
        bsize: 0,
      })),
      flds: fields.map((field, ord) => ({
        name: field,
        ord,
        sticky: false,
        rtl: false,
        font: 'Arial',
        size: 20,
        media: [],
      })),
      css: CSS,
      latexPre: LATEX_PRE,
      latexPost: '\\end{document}',
      latexsvg: false,
      // Anki creates a card only if this field, the one on its front, is filled.
      req: cards.map(({ front }, ord) => [ord, 'any', [fields.findIndex((field) => front.endsWith(`${field}}}`))]]),
      tags: [],
      vers: [],
    },
  ]);
  return Object.fromEntries(types);
}
