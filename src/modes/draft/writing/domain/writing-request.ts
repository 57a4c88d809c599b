import { askedWords } from '#text/domain/answers.ts';

import { askedForm, askedLanguage } from './asked-form.ts';

/** A request to write, as read from a message. */
export interface WritingRequest {
  /** The subject of the text. */
  readonly subject: string;
  /** Words to add to an earlier subject, if the message names no other subject; empty otherwise. */
  readonly addition: string;
  /** The title of the draft; empty if the message names none. */
  readonly title: string;
  readonly form: ReturnType<typeof askedForm>;
  readonly language: ReturnType<typeof askedLanguage>['language'];
}

const FORM =
  'threads?|posts?|poems?|haikus?|gedicht|articles?|essays?|tweets?|blogs?|newsletters?|outlines?|drafts?|paragraphs?|beitr(?:ag|äge)|artikel|entwurf|entwürfe|gliederung|absatz|absätze|aufsatz|aufsätze|text';
/** “a thread about …” */
const ABOUT = new RegExp(
  String.raw`(?<![\p{L}])(?:${FORM})(?![\p{L}])[^.?!\n]{0,40}?\s(?:about|on|regarding|über|zum|zur|zu)\s+(\S.*)$`,
  'isu',
);
const WORDS_OF_WRITING = new RegExp(
  String.raw`(?<![\p{L}])(?:${FORM}|linkedin|twitter|write|make|turn|create|compose|rewrite|please|short|long|version|schreib\p{L}*|mach\p{L}*|erstell\p{L}*|formulier\p{L}*|bitte|kurze?[rsn]?|lange?[rsn]?|daraus|darüber)(?:-(?=\p{L}))?(?![\p{L}])`,
  'giu',
);
/** A message with fewer words of its own adds to an earlier subject. */
const FEW_WORDS = 3;
const MAX_TITLE = 80;

/** `before`: earlier messages of the person, oldest first. A message without a subject takes theirs. */
export function readRequest(message: string, before: readonly string[]): WritingRequest {
  const { language, rest } = askedLanguage(message);
  const named = ABOUT.exec(rest)?.[1]?.trim();
  const asked = { form: askedForm(rest), language };
  const own = named ?? rest.replace(WORDS_OF_WRITING, ' ').replace(/\s+/gu, ' ').trim();
  const count = askedWords(own).length;
  const topic = named !== undefined || count >= FEW_WORDS ? null : topicOf(before);
  if (topic === null) return { subject: own, addition: '', title: count === 0 ? '' : titleOf(named ?? ''), ...asked };
  return {
    subject: topic.subject,
    addition: [...topic.additions, count === 0 ? '' : own].filter((each) => each !== '').join('\n'),
    title: '',
    ...asked,
  };
}

/** The subject of the latest message that has one, and the additions of later messages. */
function topicOf(before: readonly string[]): { subject: string; additions: readonly string[] } | null {
  const said = before
    .map((message) => readRequest(message, []))
    .map(({ subject, title }) => ({ subject, words: askedWords(subject).length, isNamed: title !== '' }))
    .filter(({ words }) => words > 0);
  const last = said.findLastIndex(({ words, isNamed }) => isNamed || words >= FEW_WORDS);
  const [topic, ...additions] = last === -1 ? said.slice(-1) : said.slice(last);
  return topic ? { subject: topic.subject, additions: additions.map(({ subject }) => subject) } : null;
}

function titleOf(subject: string): string {
  const [line = ''] = subject.split(/[\n.?!]/u);
  const title = line.trim();
  return title.length > MAX_TITLE ? '' : title.charAt(0).toUpperCase() + title.slice(1);
}
