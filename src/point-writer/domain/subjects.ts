const VERB =
  /^(is|are|was|were|has|have|had|means|causes|consists|contains|makes|blocks|builds|uses|needs|takes|comes|becomes|lives|lies|produces|began|became|wrote|invented|discovered|led|can|may|must|will)$/u;
const PLURAL = new Set(['are', 'were', 'have']);
const NOT_A_SUBJECT =
  /^(it|its|he|his|she|her|they|their|this|that|these|those|there|here|when|while|if|as|in|on|at|by|for|from|with|after|before|during|since|although|because|many|some|most|one|what|who|how|where|why|you|we|i)$/iu;
const MAX_SUBJECT_WORDS = 5;
const PRONOUN = /^(It|He|She|They|Its|His|Her|Their)(?=\s)/u;

interface Subject {
  readonly words: string;
  readonly isPlural: boolean;
}

/**
 * A paragraph's sentences, in which a pronoun at the beginning is replaced by the subject of the sentence before it,
 * where that is plain. The others stay as they are.
 */
export function withSubjects(sentences: readonly string[]): readonly string[] {
  let last: Subject | null = null;
  return sentences.map((sentence) => {
    const [pronoun] = PRONOUN.exec(sentence) ?? [];
    if (pronoun === undefined) {
      last = subjectOf(sentence);
      return sentence;
    }
    const named = last && nameFor(pronoun, last);
    return named ? `${named}${sentence.slice(pronoun.length)}` : sentence;
  });
}

function subjectOf(sentence: string): Subject | null {
  const words = sentence.split(' ');
  const at = words.slice(0, MAX_SUBJECT_WORDS + 1).findIndex((word) => VERB.test(word));
  const [first = ''] = words;
  if (at <= 0 || NOT_A_SUBJECT.test(first) || words.slice(0, at).some((word) => /[,;:.]$/u.test(word))) return null;
  return { words: words.slice(0, at).join(' '), isPlural: PLURAL.has(words[at] ?? '') };
}

function nameFor(pronoun: string, { words, isPlural }: Subject): string | null {
  const isName = words.split(' ').every((word) => /^\p{Lu}/u.test(word)) && !isPlural;
  switch (pronoun) {
    case 'It':
      return isPlural ? null : words;
    case 'They':
      return isPlural ? words : null;
    case 'He':
    case 'She':
      return isName ? words : null;
    case 'Its':
      return isPlural ? null : possessive(words);
    case 'Their':
      return isPlural ? possessive(words) : null;
    default:
      return isName ? possessive(words) : null;
  }
}

function possessive(words: string): string {
  return words.endsWith('s') ? `${words}’` : `${words}’s`;
}
