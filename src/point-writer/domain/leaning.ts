export const oneOf = (list: string) => list.trim().split(/\s+/).join('|');

/** Words that refer outside the sentence, except in these phrases: "There are …", "Both … and", "One kilogram …". */
const ALONE = String.raw`there(?!\s(?:is|are|was|were|will|can)(?![\p{L}]))|both(?!\s.+\sand\s)|neither(?!\s.+\snor\s)|no(?!\s\p{L})|one(?=\s(?:is|was|has|had|can|will|says|said)(?![\p{L}]))|es(?!\sgibt(?![\p{L}]))`;
/** References to something outside the sentence. */
const POINTS_AWAY = new RegExp(
  String.raw`^(?:${ALONE}|${oneOf(`it its it’s it's this that that’s that's these those they their they’re he his she her him them
    such here either another otherwise then thus hence therefore instead similarly likewise also
    yes so another accordingly consequently moreover furthermore er sie dies diese
    dieser dieses diesem diesen jene jener jenes jenem jenen solche solcher solches hier dort dabei dadurch damit daher
    deshalb deswegen darum daraus darin darauf davon dazu dagegen danach dennoch trotzdem außerdem zudem ebenso letztere
    letzterer letzteres erstere ersterer ersteres beide beides ihr ihre ihren ihrem sein seine seinen seinem il elle ils
    elles ce cet cette ces cela c'est ceci celui-ci celle-ci son sa ses leur leurs ainsi aussi esto eso este esta estos
    estas ese esa aquel aquella ello su sus ambos questo questa questi queste quello quella ciò entrambi`)})(?![\p{L}])`,
  'iu',
);
const PRONOUNS =
  oneOf(`it they he she this that these those them him er sie es dies das diese il elle ils cela esto eso él
  ella questo`);
/**
 * Sentences that depend on the previous one by more than their first word: "The other …", "When it …", "The second was
 * …".
 */
const LEANS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:the|all|these|those|his|her|its|their|der|die|das|den|dem|ein|eine|einen|le|la|les|el|los|las|un|une|una|il|gli|i)\s(?:two\s|zwei\s)?(?:${oneOf(
      `other others latter following above same aforementioned andere anderen anderer anderes folgende folgenden gleiche
      genannte genannten letztere letzteren erstere ersteren autre autres même suivant suivante otro otra otros otras
      mismo misma siguiente altro altra altri altre stesso seguente`,
    )})(?![\p{L}])`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:the|der|die|das|le|la|el)\s(?:${oneOf(
      `first second third fourth last former next previous remaining rest erste zweite dritte letzte nächste premier
      première second seconde dernier primero primera segundo segunda`,
    )})\s(?:${oneOf(`one ones two is are was were has had can will ist sind war waren hat wird est était es era fue`)})(?![\p{L}])`,
    'iu',
  ),
  /^l['’]autre(?![\p{L}])/iu,
  /^\p{L}{2,12}\s(?:of|von|de)\s(?:them|these|those|this|it|ihnen|diesen|denen|ellos|ellas)(?![\p{L}])/iu,
  new RegExp(
    String.raw`^(?:${oneOf(
      `when if because since as while although after before once until unlike like besides despite with without by in from
      for at on to wenn weil da obwohl nachdem bevor in mit bei aus für quand si cuando quando se con en`,
    )})\s(?:${PRONOUNS})(?![\p{L}])`,
    'iu',
  ),
  /^[Dd]as\s\p{Ll}/u,
  /^(?:As|Wie)\s(?:mentioned|noted|said|shown|described|seen|above|oben|erwähnt|gesagt)(?![\p{L}])/u,
];
/** Whether a sentence makes sense only beside others: "The other …", "This …", "When it …". */
export function leansOnOthers(sentence: string): boolean {
  return POINTS_AWAY.test(sentence) || LEANS.some((pattern) => pattern.test(sentence));
}
