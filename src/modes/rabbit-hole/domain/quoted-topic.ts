/** A topic in quotation marks. One that is the person's own words has them already. */
export function quotedTopic(topic: string): string {
  return /^[“„]/u.test(topic) ? topic : `“${topic}”`;
}
