/** As models begin to think aloud, and seldom to reply. */
const OPENING =
  /^(ok(ay)?|alright|all right|h+m+|wait|first|so|let me|let['’]s|let us|here['’]?s|thinking|task|i (need|should|must|want|have) to|i['’](ll|m)|i (should|must|will)|we|the (user|learner|student|person))\b/i;
/** Whoever is talked with, as one who is talked about. */
const THIRD_PERSON = /\bthe (user|learner|student|person)(['’]s)?\b/i;
/** What the model was asked to do, and what it makes of it. */
const ABOUT_THE_TASK =
  /\b(i (ask|can|could|must|need|should|will)|i['’]ll|we (need|should|must)|my (question|reply|response|task)|the (answer|conversation|cue|feedback|hint|instructions?|point|prompt|question|rules?|system))\b/i;
/** They are talked to, or asked: a question mark of any script. */
const SECOND_PERSON = /\byou(rs?)?\b|[?؟？]/i;
/** Not at the end of its line: after that the tag might come that ends the thinking. */
const SENTENCE = /[.!…]["”’»)*_]*[ \t]|[。！]/;

/**
 * What the first words of an answer are when no tag says it. `thinking`: they talk about whoever they would be talked
 * to. `reply`: they talk to them, or have said a whole sentence that is about something else than how to answer.
 */
export function judgeHead(head: string): 'thinking' | 'reply' | 'unclear' {
  const begun = head.trimStart();
  const opens = OPENING.test(begun);
  if (THIRD_PERSON.test(begun)) return opens ? 'thinking' : 'unclear';
  if (opens) return 'unclear';
  const isSaid = SENTENCE.test(begun) && !ABOUT_THE_TASK.test(begun);
  return isSaid || SECOND_PERSON.test(begun) ? 'reply' : 'unclear';
}
