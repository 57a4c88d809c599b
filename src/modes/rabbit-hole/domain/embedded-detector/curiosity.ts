import { readText, type Sentence } from './read-text.ts';

/** How a sentence asks: not at all, yes or no, by reporting hearsay, openly, or by expressing curiosity. */
export type Curiosity = 'none' | 'yes-or-no' | 'heard' | 'open' | 'told';

const TELLS =
  /\b(?:wonder|wondering|curious|fascinat\w+|reminds? me|reminded me|(?:makes?|made|got) me think\w*|by the way|btw|speaking of|off topic|unrelated|side note|out of (?:interest|curiosity)|(?:would|d) (?:love|like|be interested) to|wanted to know|never understood|tell me (?:more |something )?about|talk about|did you know|have you ever|frage? mich|wundere? mich|mich wundert|neugierig|ubrigens|nebenbei|apropos|erinnert mich|interessiert mich|mich (?:wurde )?interessier\w+|schon immer wissen|(?:wusste|wuesste) gerne?|erzahl\w* mir|anderes thema)\b/;
/** Hearsay, a story, or a tag question. Can also be a hesitant answer. */
const HEARD =
  /\b(?:i (?:(?:ve|have|once|just|also|recently|even) )*(?:read|hear|heard|saw|seen|watched|was told|believe) (?!it\b|this\b)|(?:saw|read|heard) (?:that|of|about|somewhere)|(?:someone|somebody|people|they) (?:once )?(?:told me|say|said)|my [a-z]+(?: [a-z]+)? (?:once |always )?(?:said|says|told me|swears|claims)|(?:is|are|was|were) (?:said|supposed|believed|rumou?red) to|apparently|supposedly|allegedly|imagine|funny thing|what a [a-z]+(?=\s*$)|legend|myth|rumou?r|there s (?:this|that|also)|is (?:that|it) (?:really )?(?:true|a thing|a myth)|(?:did|does|do|is|was|are|were|has|had) not (?:he|she|it|they|there)(?=\s*$)|ich habe? (?:mal |irgendwo )?(?:gelesen|gehort|gesehen)|angeblich|stimmt es|legende|gerucht|es gibt (?:doch )?(?:diese[nrs]?|auch))\b/;
const OPENERS =
  /^(?:(?:and|but|so|oh|ok|okay|well|wait|hmm|hm|hey|cool|nice|wow|yes|no|yeah|ah|interesting|actually|also|then|und|aber|oder|ach|ja|moment|warte|mal|also|dann) )+/;
const AUXILIARY = `do|does|did|is|are|was|were|can|could|would|will|should|has|have|had|s|might|may`;
const OPEN =
  /^(?:why|how|who|whom|whose|what|which|warum|wieso|weshalb|wozu|woher|wohin|wer|wem|wen|welche[rnsm]?|wie|was|wo|wann|seit wann|in which|for what|since when|from where) /;
/** Forms that ask with or without a question mark. */
const OPEN_FOR_CERTAIN = new RegExp(
  `^(?:why |how come |warum |wieso |weshalb |woher |(?:what|how|who|where|when)(?: (?!it|he|she|they|that|this|we|i|you|the|a)[a-z]+)? (?:${AUXILIARY}) |what (?:became|happened|happens|about|if) |(?:wie|was|wo|wann|wer) (?:ist|sind|war|waren|hat|haben|kann|konnen|wird|werden|kommt|funktioniert|entsteht|macht) )`,
);
/** Forms that ask only at the beginning of a sentence: "my dad, who sails" asks nothing. */
const WHO =
  /^(?:who (?:on earth|the hell|first|came|made|[a-z]{3,}(?:s|ed))|(?:what|why) (?!it|you|they|he|she|we|i|an?|the|is|does|do)[a-z]+(?= (?!is ))) /;
const YES_OR_NO = new RegExp(
  `^(?:${AUXILIARY.replace('|s|', '|')}|ist|sind|war|waren|hat|haben|kann|konnen|wird|werden|gibt|gab|gilt|stimmt) `,
);
/** Forms that ask without a question mark too, unless a pronoun follows. */
const ASKS_FIRST = /^(?:do|does|did|are|is|was|were|can|could|would|has|have) /;
/** "Is it the heart?" is an uncertain answer. */
const GUESSES = new RegExp(
  `^(?:(?:${AUXILIARY})(?: not)?|ist|sind|war|hat|kann|wird|wonder (?:if|whether)|i wonder (?:if|whether)) (?:it|that|this|they|these|those|he|she|the answer|es|das|dies|er|sie|die antwort)\\b`,
);
/** Adds something new, unless it is the first sentence: that is often the answer. */
const ADDS = /\b(?:there (?:s|is|was|were|are) (?:an?|some|one|even)|right(?=\s*$)|i think(?=\s*$))/;
/** "Did they really" and "is it true" ask, although they begin like a guess at an answer. */
const DOUBTS = new RegExp(`\\b(?:${AUXILIARY}) (?:it|they|he|she|that|this|one|there)(?: really| actually| true)\\b`);
/** "Could you overdose on it", "is matcha better than coffee": not a guess at an answer. */
const WONDERS =
  /^(?:can|could|would|kann|konnte) (?:you|one|anyone|anybody|people|someone|somebody|man|jemand) |^(?:is|are|was|were|ist|sind|war|waren) .*\b(?:better|worse|[a-z]{3,}er|(?:more|less) [a-z]+|besser|schlechter) (?:than|als)\b/;
/** Questions to the tutor about the procedure. */
const ASKS_TUTOR =
  /^(?:do (?:you want|you mean|i)|does (?:that|this) (?:count|mean)|should i|shall i|must i|am i|did i|was i|are you (?:asking|looking|sure)|can i (?:have|get|skip|try|see|ask)|may i|(?:can|could|would|will) you (?:please |just |maybe )?(?:put|ask|say|explain|repeat|give|tell|rephrase|reword|show|help|skip|clarify|word|make|go|stop|be)|soll ich|muss ich|darf ich|kann ich|habe? ich|bin ich|meinst du|willst du|stimmt (?:das|es))\b|\b(?:what|which one|was) (?:do|does|did|s|is|meinst|bedeutet) (?:you|that|this|it|the question|du|das|die frage) ?(?:mean|want|asking|supposed)?\s*$|\byou mean\b|\bmeinst du\b/;
const MORE = /\b(?:also|too|other|others|else|another|auch|andere[rnsm]?|sonst)\b/;

/** Classifies a sentence, or its asking clause. `isLater`: another sentence of the message precedes it. */
export function curiosityOf(sentence: Sentence, isLater = false): Curiosity {
  const clauses = sentence.raw
    .split(/[,:;–—]|(?<=\s)(?:but|and|so)\s+(?=(?:why|how|what|who|do|does|did|is|are|was|were)\s)/i)
    .map(lineOf)
    .filter((clause) => clause.trim() !== '');
  const line = lineOf(sentence.raw);
  if ([line, ...clauses].some((each) => ASKS_TUTOR.test(each.trimEnd()))) return 'none';
  const asks = sentence.hasQuestionMark;
  const isOpen = WHO.test(line) || clauses.some((each) => OPEN_FOR_CERTAIN.test(each) || (asks && OPEN.test(each)));
  if (DOUBTS.test(line)) return clauses.some((each) => YES_OR_NO.test(each)) ? 'yes-or-no' : 'heard';
  // A sentence before this one has given the answer, so this one asks.
  const guesses =
    !isLater && (GUESSES.test(clauses[0] ?? '') || (!isOpen && clauses.some((each) => GUESSES.test(each))));
  if (TELLS.test(line) && !GUESSES.test(line)) return 'told';
  if (guesses && !MORE.test(line)) return HEARD.test(line) ? 'heard' : 'none';
  if (isOpen || clauses.some((each) => WONDERS.test(each))) return 'open';
  if (asks && MORE.test(line) && clauses.some((each) => YES_OR_NO.test(each))) return 'open';
  if (clauses.some((each) => (asks || ASKS_FIRST.test(each)) && YES_OR_NO.test(each)))
    return isLater ? 'open' : 'yes-or-no';
  if (HEARD.test(line)) return 'heard';
  return isLater && (asks || ADDS.test(line)) ? 'heard' : 'none';
}

function lineOf(clause: string): string {
  const forms = readText(clause).words.map(({ form }) => form);
  return `${forms.join(' ')} `.replace(OPENERS, '');
}
