import { askedWords } from '#text/domain/answers.ts';

/** What a message asks to be written. */
export interface WritingRequest {
  /** What the text is about. */
  readonly subject: string;
  /** What it shall also have, if the message names no more than that; empty otherwise. */
  readonly addition: string;
  /** Of the draft; empty if the message names none. */
  readonly title: string;
}

const FORM =
  'threads?|posts?|articles?|essays?|tweets?|blogs?|newsletters?|outlines?|drafts?|paragraphs?|beitr(?:ag|äge)|artikel|entwurf|entwürfe|gliederung|absatz|absätze|aufsatz|aufsätze|text';
/** “a thread about …” */
const ABOUT = new RegExp(
  String.raw`(?<![\p{L}])(?:${FORM})(?![\p{L}])[^.?!\n]{0,40}?\s(?:about|on|regarding|über|zum|zur|zu)\s+(\S.*)$`,
  'isu',
);
const WORDS_OF_WRITING = new RegExp(
  String.raw`(?<![\p{L}])(?:${FORM}|linkedin|twitter|write|make|turn|create|compose|rewrite|please|short|long|version|schreib\p{L}*|mach\p{L}*|erstell\p{L}*|formulier\p{L}*|bitte|kurze?[rsn]?|lange?[rsn]?|daraus|darüber)(?:-(?=\p{L}))?(?![\p{L}])`,
  'giu',
);
/** With fewer words of its own a message adds to what was spoken of. */
const FEW_WORDS = 3;
const MAX_TITLE = 80;

/** `before`: what the person said earlier, oldest first. A message without a subject is about theirs. */
export function readRequest(message: string, before: readonly string[]): WritingRequest {
  const named = ABOUT.exec(message)?.[1]?.trim();
  const own = named ?? message.replace(WORDS_OF_WRITING, ' ').replace(/\s+/gu, ' ').trim();
  const count = askedWords(own).length;
  const topic = named !== undefined || count >= FEW_WORDS ? '' : topicOf(before);
  if (topic === '') return { subject: own, addition: '', title: count === 0 ? '' : titleOf(named ?? '') };
  return { subject: topic, addition: count === 0 ? '' : own, title: '' };
}

/** The latest message that names a subject. */
function topicOf(before: readonly string[]): string {
  const subjects = before.map((said) => readRequest(said, []).subject);
  return subjects.findLast((subject) => askedWords(subject).length > 0) ?? '';
}

function titleOf(subject: string): string {
  const [line = ''] = subject.split(/[\n.?!]/u);
  const title = line.trim();
  return title.length > MAX_TITLE ? '' : title.charAt(0).toUpperCase() + title.slice(1);
}
