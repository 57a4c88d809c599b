/** Introductory phrases, only at the start of a sentence: elsewhere some are names. */
const OPENING = wordsAt(
  `h+m+|mm+|u+h+m*|e+r+m*|btw|wait|hold on|oo+h+|o+h+|a+h+a*|huh|wow|who+a|gosh|omg|ok|okay|actually|anyways?|anyhow|also|so|but|and|well|now|then|hey|hi|hello|yes|yeah|yep|nope|nah|sorry|lol|haha+|please|pls|plz|(?:just )?(?:one |a )?(?:quick |random |side |other |unrelated |stupid |silly |dumb |fun )*(?:question|note|thought|fact|tangent)|off[ -]?topic|unrelated|come to think of it|now that (?:you|i) (?:say|mention|think)(?: (?:it|that|of it))?|i mean|you know|guess what|tell me|ach|äh+m?|hä|tja|naja|na ja|na|moment(?: mal)?|warte(?: mal)?|ja|nein|doch|und|aber|oder|übrigens|apropos|nebenbei(?: bemerkt)?|sag mal|eigentlich|(?:andere|kurze) frage|(?:ganz |mal )?was (?:ganz )?anderes`,
  '[\\s,.:;!–—-]*',
);
/** The same for these if punctuation follows. */
const EXCLAIMED = wordsAt(
  'ah|no|right|sure|cool|nice|neat|great|funny|weird|interesting|interestingly|fascinating|random|got it|i see|true|gut|mensch|stimmt|interessant|spannend|witzig|komisch|verstehe',
  '\\s*[,.:;!–—]+\\s*',
);
/** Words that name nothing anywhere. */
const CHAT =
  /(?<![\p{L}\p{N}'’-])(?:h+m+|btw|huh|lol|lmao|rofl|omg|haha+|hehe+|pls|plz|tbh|imo|imho|idk|afaik|fyi|uh+m*|um+|erm+|oh|ooh+|wow|whoa|though|tho|anyways?|äh+m?|ach|naja|tja|eigentlich)(?![\p{L}\p{N}'’-])/giu;

function wordsAt(words: string, behind: string): RegExp {
  return new RegExp(`^(?:${words})(?![\\p{L}\\p{N}'’-])${behind}`, 'iu');
}

/** Removes conversational phrases; if nothing else remains, keeps the sentence. */
export function withoutChat(sentence: string): string {
  let told = sentence.trim();
  for (let before = ''; before !== told;) {
    before = told;
    told = told.replace(OPENING, '').replace(EXCLAIMED, '');
  }
  told = told.replace(CHAT, ' , ').trim();
  return /\p{L}/u.test(told) ? told : sentence;
}
