import { FORMAT_VERSION } from './manifest.ts';

/** Explains an export to whoever opens its folder without Warren. */
export function readme(person: string, leftOut: readonly (readonly [string, string])[]): string {
  return `# Everything of ${person} in Warren

This folder was written by \`warren export --all\`. Its format is version ${FORMAT_VERSION}. All files are UTF-8, and times
are in UTC. It needs no Warren to be read, and \`warren import FOLDER\` makes the same data of it in an empty data folder.

If there is no \`manifest.json\`, the export was interrupted: export again into another folder.

| file or folder | what it holds |
|---|---|
| \`manifest.json\` | the version of the format, the number of rows, and size and SHA-256 of every file; written last |
| \`account/\` | preferences and the rules of voices |
| \`recall/\` | sets with their points, and the log of reviews, as CSV and as JSON |
| \`sessions/\` | conversations, as Markdown and as JSON |
| \`library/\` | sources as Markdown with front matter; under \`files\` what they were read from |
| \`drafts/\` | drafts with all their versions, as Markdown |
| \`terminals/\` | recordings of terminals (\`.cast\`, for asciinema), and files that were given in chats |
| \`data/\` | the rows of the database, one JSON object a line (times in milliseconds since 1970): what an import reads |

What a session has not revealed yet stays out of \`sessions/\`. It is in \`data/\`, because an import needs it.

## What is not in it

There is no secret in it: no token, no sign-in, and no key of a model provider. Give the keys again after an import.

${leftOut.map(([table, reason]) => `- \`${table}\`: ${reason}`).join('\n')}
`;
}
