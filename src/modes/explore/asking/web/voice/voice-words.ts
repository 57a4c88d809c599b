/** Whose voice a reply has. Null: the company speaks alone. */
export function voiceWords(personName: string | null): string {
  return personName === null ? 'In the company’s voice' : `In the voice of ${personName}`;
}
