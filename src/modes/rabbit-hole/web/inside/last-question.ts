const LONGEST = 140;

/** What a message leaves one with, as it is quoted in a row: its last question, or else its last sentence. */
export function lastQuestion(text: string): string {
  const plain = text
    .replace(/[*_`#>]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const sentences = plain.match(/[^.?!…]+(?:[.?!…]+["”’)]*|$)/gu)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => sentence !== '');
  const last = spoken.findLast((sentence) => /\?["”’)]*$/u.test(sentence)) ?? spoken.at(-1) ?? '';
  if (last.length <= LONGEST) return last;
  const cut = last.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2))}…`;
}
