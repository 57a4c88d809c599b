/** A topic in quotation marks. Topics in the person's own words already have them. */
export function quotedTopic(topic: string): string {
  return /^[“„]/u.test(topic) ? topic : `“${topic}”`;
}
