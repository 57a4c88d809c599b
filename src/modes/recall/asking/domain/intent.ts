import { withoutInvisible } from '#text/domain/invisible.ts';

import type { HelpKind } from '../protocol.ts';
import type { Intent } from './rung.ts';

/**
 * Complete phrases, folded as in `foldedMessage`. The rest of a message without them decides whether it has other
 * content.
 */
const PHRASES: Readonly<Record<Exclude<Intent, 'answers' | 'skips'>, readonly string[]>> = {
  'asks-to-be-told': [
    '(?:please )?show (?:me )?(?:(?:(?:the|a) )?(?:point|answer|solution)|it|that|this one)|zeige? (?:es|ihn|das)(?: mir)?',
    '(?:zeig(?:e|s|t)?|sag(?:e|s)?|verrate?|gib|nenne?)(?: (?:mir|uns))?(?: bitte)? (?:den punkt|die (?:antwort|losung))|auflosen|aufdecken',
    '(?:can|could|would|will) you (?:please )?(?:just )?(?:tell|show) me(?: the answer| it| that)?',
    '(?:just )?(?:tell|show) me(?: the answer| it| that| what it is| now)?',
    '(?:just )?(?:give|say) (?:me )?(?:the|an) answer',
    '(?:what is|whats|what s) (?:the|that|this) (?:right |correct |full )?(?:answer|one|point)',
    '(?:what is|whats|what s) it',
    'what was (?:the answer|it)',
    'reveal(?: it| the answer)?',
    '(?:i )?(?:give (?:it )?up|surrender)|ich geb(?:e)? (?:es )?auf|aufgeben|je donne ma langue au chat|jabandonne|me rindo|mi arrendo',
    'i want (?:to know )?the answer',
    '(?:(?:答え|こたえ|正解)(?:は|を)?)?(?:教え|見せ|おしえ)て(?:ください)?|みせて(?:ください)?|降参(?:です|します)?|ギブ(?:アップ)?',
    'sag(?:e|s)?(?: es)? mir(?: die antwort| die losung)?',
    'sags? mir',
    'wie lautet die (?:antwort|losung)',
    'was ist die (?:antwort|losung)',
    '(?:dis|dites|montre[sz]?) (?:le |la )?moi(?: (?:la reponse|la solution|le point))?',
    'quelle est la reponse',
    'donne(?:z)? moi la reponse',
    '(?:dime|muestrame|ensename)(?:l[oa])?(?: (?:la respuesta|la solucion|el punto))?',
    'cual es la respuesta',
    '(?:dimmi|mostrami)(?:l[oa])?(?: (?:la risposta|la soluzione|il punto))?|mostra me(?: a resposta)?',
    'dimmelo',
    'qual e la risposta',
  ],
  'asks-hint': [
    '(?:can|could|may) (?:i|you) (?:please )?(?:have|get|give me|give) (?:a |an |another |one more )?(?:little |small )?(?:hint|clue|tip|cue)s?',
    '(?:please )?(?:give|drop) (?:me )?(?:a |an |another |one more )?(?:little |small |further )?(?:hint|clue|tip|cue)s?',
    '(?:i (?:would like|need|want)|id like|i d like) (?:a |another |some )?(?:hint|clue|tip|cue|help)',
    '(?:a |another |one more |next |any )?(?:hint|clue|tip|cue)s?',
    '(?:please )?help(?: me)?(?: out)?',
    'any (?:hints|clues|tips)',
    '(?:gib|geben sie)(?: mir)?(?: bitte)? (?:einen |noch einen )?(?:hinweis|tipp)',
    '(?:einen? |noch ein(?:en)? )?(?:hinweis|tipp)',
    'hilf mir',
    '(?:donne(?:z)? moi )?(?:un |encore un )?indice',
    'aide(?:z)? moi',
    '(?:dame )?(?:una |otra )?pista',
    'ayuda(?:me)?',
    '(?:dammi )?(?:un |un altro )?(?:indizio|suggerimento)',
    'aiuto|aiutami',
    '(?:もう(?:一つ|ひとつ) ?)?ヒント(?:を)?(?:ください|下さい|お願いします|ちょうだい)?|助けて(?:ください)?',
  ],
  'gives-up': [
    '(?:i )?(?:really |honestly |just )?(?:do not|dont|don t) (?:really )?(?:know|remember|recall)(?: (?:it|that|this|the answer|anything|any more|anymore|any of (?:it|this|that)|at all|else|anything else|any|more))*',
    '(?:i )?(?:really )?(?:can not|cannot|cant|can t) (?:really )?(?:remember|recall|think of|say|tell)(?: (?:it|that|this|anything|any more|anymore|more|at all|else|anything else))*',
    '(?:i )?(?:have|ve|had) (?:got )?(?:absolutely )?no (?:idea|clue)',
    'ive (?:got )?no (?:idea|clue)',
    '(?:absolutely )?no (?:idea|clue)',
    'not (?:a|the slightest|the faintest|the foggiest) (?:idea|clue)',
    '(?:i )?(?:have not|havent|haven t|dont have|do not have) (?:got )?(?:a clue|an idea|any idea)',
    '(?:i )?(?:forgot|forget|have forgotten|ve forgotten|ive forgotten)(?: (?:it|that|this|everything|all of it|the rest))*',
    '(?:i am |im |i m )?(?:really |just )?not (?:really |so |too |at all )?sure(?: (?:about (?:it|that|this)|at all))*',
    '(?:i am |im |i m )?(?:un|in)certain',
    '(?:i am |im |i m )(?:completely |totally )?(?:stuck|lost|blank)',
    '(?:my mind (?:is|went|has gone) )?blank',
    '(?:just )?ask me(?: something| a question| one by one)?|(?:frag|frage|fragen sie) mich(?: was| etwas)?',
    '(?:idk|dunno|i dunno|dno|no clue|beats me|who knows|kp|ka)',
    '(?:nothing|nope|none|nothing (?:else|more|comes to mind)|(?:that is|thats|that s) (?:it|all)(?: i (?:know|remember|have|can remember))?)',
    'das (?:wars|war es|war alles|ist alles)(?: (?:schon|was ich weiss))?|mehr (?:weiss ich|fallt mir) nicht(?: ein)?|cest tout|eso es todo|e tutto',
    '(?:ich )?(?:weiss|weis|weiß) (?:es |ich |das )?(?:leider )?(?:nicht|nichts)(?: mehr)?',
    '(?:das|es) (?:weiss|weiß) ich (?:leider |gerade |auch )?(?:nicht|nichts)(?: mehr)?',
    '(?:das |es |mir )?fallt (?:mir )?(?:leider |gerade |dazu )?(?:nichts?)(?: mehr)? ein',
    '(?:ich )?(?:habe? )?(?:(?:gar )?keine|null) ahnung|(?:ich )?(?:habe? )?keinen? (?:schimmer|plan|idee)',
    '(?:ich )?erinnere mich (?:leider )?(?:nicht|an nichts)(?: mehr)?',
    '(?:ich )?(?:hab|habe) (?:es |das |ich )*vergessen|(?:das )?sagt mir nichts',
    '(?:ich )?(?:bin )?(?:mir )?nicht sicher',
    'je (?:ne )?(?:le )?sais (?:pas|plus|rien)',
    'je (?:ne )?(?:me |men )?(?:souviens|rappelle) (?:pas|plus|de rien)',
    'pas didee|(?:aucune) idee|jai oublie|chais pas|je ne suis pas sure?',
    '(?:yo )?(?:no (?:lo )?(?:se|recuerdo|me acuerdo)|no me acuerdo)(?: nada)?(?: de nada)?',
    'ni idea|ninguna idea|no tengo (?:ni )?idea|(?:lo )?he olvidado|no estoy segur[oa]',
    '(?:io )?non (?:lo )?(?:so|ricordo|mi ricordo)(?: (?:niente|nulla|piu))?',
    'boh|nessuna idea|non ne ho idea|non (?:ne )?sono sicur[oa]|ho dimenticato',
    '(?:eu )?nao (?:(?:o |me )?(?:sei|lembro|recordo))(?: (?:nada|mais))?|(?:я )?не (?:знаю|помню)|(?:я )?забыл[аи]?',
    '(?:no|nein|nee|non)(?= \\||$| (?:please|thanks|thank|sorry|bitte|danke|leider))',
    '(?:ごめん(?:なさい)? ?|すみません ?|全然 ?|もう ?|よく ?|まだ ?)*(?:わか|分か|知)(?:りません|らない|らん)(?:です)?(?:ね|よ)?',
    '(?:ごめん(?:なさい)? ?|すみません ?|もう ?)*(?:忘れ(?:ました|た|ちゃった|ちゃいました)|(?:覚え|おぼえ)て(?:いま|ま)?(?:せん|いない|ない)|思い出せ(?:ません|ない))(?:です)?(?:ね|よ)?',
    'さっぱり|お手上げ|不知道|我?忘(?:了|记了)|不记得|모르겠(?:어요|습니다)|몰라요?',
  ],
};

/** Words around such a phrase that add no content. */
const FILLER =
  /\b(?:sorry|hm+|mm+|uh+|um+|er+m?|ah|oh|well|ok|okay|please|pls|thanks|thank you|honestly|actually|really|right now|at the moment|now|any more|anymore|but|and|so|yet|yes|no|i think|think|i am afraid|im afraid|afraid|unfortunately|sadly|lol|mate|buddy|dude|man|bro|then|just|maybe|bitte|leider|danke|also|tut mir leid|sil (?:te|vous) plait|svp|desolee?|por favor|gracias|lo siento|per favore|grazie|mi dispiace|scusa)\b/g;

/** "…about the second one", "…what it does": the object of forgetting or asking, up to the end of the clause. */
const TAILS: Readonly<Record<'asks-hint' | 'gives-up', string>> = {
  'asks-hint': '(?: (?:about|on|for|regarding|with) (?:(?!\\bbut\\b)[^|]){1,60})?',
  'gives-up':
    '(?: (?:(?:about|what|which|who|how|why|where|when|of|the|was|welche[rs]?|wer|wie|warum|wo|wann|que|qu|quel(?:le)?|ce que|cual|quien|como|qual|che|come|cosa) (?:(?!\\bbut\\b)[^|]){1,80}|(?:l|la|a|die|den) (?:reponse|solution|respuesta|solucion|risposta|soluzione|resposta|antwort|losung)))?',
};

const wordsOf = (words: string) => new Set(words.split(/\s+/));
/** Words of clauses such as "die Antwort weiß ich nicht", which say that nothing comes to mind in any word order. */
const NEGATIONS = wordsOf(
  'no not nicht nichts kein keine keinen pas non nao nessuna ninguna aucune dont cant vergessen olvide olvidado dimenticato oublie',
);
const KNOWING = wordsOf(
  `answer answers solution antwort losung reponse respuesta solucion risposta soluzione resposta solucao know remember
  recall weiss weiß kenne erinnere einfallen fallt vergessen connais conozco conosco conheco olvide olvidado dimenticato oublie`,
);
const BESIDE_KNOWING = wordsOf(
  `i ich je yo io eu it es das this that the die den der an la le el il lo o a any one mich mir me ein do have got has
  habe hab ai he ho gerade jetzt mehr noch auch da dazu hier leider sorry really can will`,
);

function knowsNothing(clause: string): boolean {
  const words = clause.trim().split(' ');
  const isIn = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isOne = (word: string) => NEGATIONS.has(word) || KNOWING.has(word) || BESIDE_KNOWING.has(word);
  return isIn(NEGATIONS) && isIn(KNOWING) && words.every(isOne);
}

const BEFORE = '(?<![\\p{L}\\p{N}])';
/** Precedes something that is not wanted: "no hint", "not a clue". */
const NOT_WANTED = '(?<!(?<![\\p{L}\\p{N}])(?:no|not(?: a)?|nicht|dont|never) )';
const AFTER = '(?![\\p{L}\\p{N}])';

function tailOf(intent: string): string {
  return intent === 'asks-hint' || intent === 'gives-up' ? TAILS[intent] : '';
}

const FIND = Object.fromEntries(
  Object.entries(PHRASES).map(([intent, phrases]) => [
    intent,
    new RegExp(
      `${BEFORE}${intent === 'gives-up' ? '' : NOT_WANTED}(?:${phrases.map((phrase) => `(?:${phrase})`).join('|')})${tailOf(intent)}${AFTER}`,
      'gu',
    ),
  ]),
);

/** A complete message that asks for another question. */
const SKIPS = new RegExp(
  `^(?:${[
    '(?:i |i would like to |id like to |i want to |can (?:we|i) |lets )?(?:skip|pass|pass on|move on|go on|continue)',
    '(?:(?:the|a|to the) )?(?:next|another|different)',
    'ask (?:me )?(?:another|something else|the next)',
    'jump to (?:the )?next|not this one|something else|later|come back to (?:it|this|that)(?: one)? later',
    '(?:ich )?(?:uberspringe?n?|passe?)(?: das| den| die)?|(?:das |die |den )?uberspringen|(?:kommen|gehen) wir (?:zum|zur) nachsten|lieber was anderes|(?:mach(?:e)? |gehe? |lass uns )?weiter(?: ?gehts|machen)?',
    '(?:der |die |das |zum |zur |eine |einen )?(?:nachste[rns]?|andere[rns]?)|(?:etwas|was) anderes|spater',
    '次(?:へ|に|の問題)?(?: ?お願いします)?|スキップ|パス|後で|あとで',
    'passons|suivante?|siguiente|pasa|paso|prossim[oa]|avanti|salta',
  ]
    .map((phrase) => `(?:${phrase})`)
    .join('|')})(?: (?:it|this|that|to))?(?: (?:the |next )?(?:one|point|question|punkt|frage))?$`,
  'u',
);

/** The last intent found wins: "I don't know, tell me". "I don't know what the answer is" asks for nothing. */
const ORDER = ['gives-up', 'asks-hint', 'asks-to-be-told'] as const;
/** A longer message is assumed to have content. */
const MAX_PLEA_LENGTH = 240;

/** Lower case, without accents and apostrophes; ` | ` separates clauses. */
export function foldedMessage(message: string): string {
  return withoutInvisible(message)
    .toLowerCase()
    .replace(/['’ʼ`´]/g, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[.,;:!?…\n()–—]+/g, ' | ')
    .replace(/[^\p{L}\p{N}\s|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The intent of a message apart from its content. A message that also has content is an answer. */
export function intentOf(message: string): Intent {
  const trimmed = message.trim();
  if (trimmed.length > MAX_PLEA_LENGTH) return 'answers';
  if (/^[?？؟!.…\s]+$/u.test(trimmed))
    return /[?？؟]/u.test(trimmed) || trimmed.startsWith('..') ? 'gives-up' : 'answers';
  let rest = foldedMessage(trimmed);
  if (rest === '') return 'answers';
  if (SKIPS.test(withoutFiller(rest))) return 'skips';
  const clauses = rest.split('|');
  rest = clauses.filter((clause) => !knowsNothing(clause)).join('|');
  let intent: Intent = rest.length < clauses.join('|').length ? 'gives-up' : 'answers';
  for (const candidate of ORDER) {
    const found = rest.replace(FIND[candidate] ?? /$^/, ' ');
    if (found !== rest) intent = candidate;
    rest = found;
  }
  return isFiller(rest) ? intent : 'answers';
}

export function isFiller(folded: string): boolean {
  return withoutFiller(folded) === '';
}

/** A folded text without words that add no content. */
export function withoutFiller(folded: string): string {
  return folded
    .replace(FILLER, ' ')
    .replace(/[\s|]+/g, ' ')
    .trim();
}

/** The intent of a help button, which does not depend on words. */
export function intentOfHelp(kind: HelpKind): Intent {
  switch (kind) {
    case 'hint':
      return 'asks-hint';
    case 'forgotten':
      return 'gives-up';
    case 'tell':
      return 'asks-to-be-told';
  }
}
