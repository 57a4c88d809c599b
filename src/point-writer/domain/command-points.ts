import type { ProposedPoint } from './point-source.ts';

const MAX_LINE = 160;
const MAX_DOES = 160;

/** Commands that everybody knows, and those that only look around, wait or print. */
const EVERYDAY = new Set(
  `ls cd pwd cat echo printf head tail wc mkdir rmdir rm mv cp touch sleep true false which whoami clear exit test sort
  seq uniq less more open code vim nano date man file stat chmod source export set unset kill grep rg find fd sed awk`.split(
    /\s+/u,
  ),
);
/** Descriptions that add nothing to the command. */
const VAGUE = /^\S*$|^runs? (?:(?:a|all|the|this|these) )?(?:commands?|scripts?|tests?)$/iu;
/** Everyday calls of programs that also have others. */
const EVERYDAY_CALLS =
  /^(?:git (?:commit|push|pull|fetch|checkout|switch|branch|stash)|npm (?:test|start|install|i|ci|run [\w:-]+)|yarn|pnpm (?:install|test)|pip install|make|node|python3?|curl|docker (?:ps|images)|cargo (?:build|test|run)|go (?:build|test|run))$/u;

/** The point of a command: its purpose. Empty for a script, an everyday call, or a vague description. */
export function commandPoint({
  line,
  does,
}: {
  readonly line: string;
  readonly does: string;
}): readonly ProposedPoint[] {
  const command = bareCommand(line);
  const words = command.split(/\s+/u);
  const name = words.find((word) => !/^\w+=/u.test(word)) ?? '';
  const said = does
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.。]$/u, '');
  const isLong = command.length > MAX_LINE || said.length > MAX_DOES || /[\n\r]|<<|`/u.test(command);
  // Paths in these folders are specific to one machine or day.
  const isOfItsDay = /(?:^|[\s=])(?:\/(?:tmp|home|Users|root|var)\/|~\/)/u.test(command);
  if (isLong || isOfItsDay || VAGUE.test(said) || EVERYDAY.has(name) || EVERYDAY_CALLS.test(plainCall(words)))
    return [];
  if (/^git (?:status|diff|log|add|show)\b/u.test(command)) return [];
  const verb = inThirdPerson(said.split(' ')[0] ?? '');
  const rest = said.slice(said.indexOf(' ') + 1).replace(/(?<= and )[a-z]+/gu, (word) => inThirdPerson(word) ?? word);
  if (wordsIn(said).every((word) => wordsIn(command).some((known) => word.startsWith(known)))) return [];
  return verb === null
    ? [{ text: `\`${command}\`: ${said}.`, question: `What is \`${command}\` for?`, sentence: line }]
    : [{ text: `\`${command}\` ${verb} ${rest}.`, question: `Which command ${verb} ${rest}?`, sentence: line }];
}

const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** The command without changing to a folder, limits on its output, and further commands. */
function bareCommand(line: string): string {
  let command = line.trim();
  command = command.replace(/^cd [^\s&;]+ *(?:&&|;) */u, '');
  for (let before = ''; before !== command;) {
    before = command;
    command = command
      .replace(/ {0,3}(?:\|\||;|&&) {0,3}(?:echo|true|printf)(?: [^|&;]{0,200})?$/u, '')
      .replace(/ {0,3}\| {0,3}(?:head|tail|cat|less)(?: -?\w{1,20}){0,3}$/u, '')
      .replace(/ {0,3}(?:2>&1|2>\/dev\/null|&>\/dev\/null)$/u, '');
  }
  return command;
}

/** A call without its options and their values: `git log`, `npm run build`. Empty if an option is worth a point. */
function plainCall(words: readonly string[]): string {
  if (words.some((word) => /^(?:--|\w+=)\w|^\|$/u.test(word))) return '';
  const calls = words.filter((word) => !/^(?:-|["'./])|[=/.]/u.test(word));
  const size = calls[0] === 'npm' && calls[1] === 'run' ? 3 : 2;
  const call = calls.slice(0, size).join(' ');
  return EVERYDAY_CALLS.test(call) ? call : (calls[0] ?? '');
}

const VERBS = new Set(
  `add adjust analyze apply archive ask bisect build bump capture change check clean clear clone close collect compare
  compile compress compute configure connect convert copy count create decode delete describe detect diff disable discard
  display download drop dump edit enable encode ensure enter execute explain export extract fetch filter find fix follow format
  generate get give import initialize inspect install invoke kill launch limit link lint list load locate log look make
  measure merge migrate modify monitor move open parse patch pause ping play preview print probe profile prune publish pull
  push query read rebase rebuild record reduce reformat refresh register reload remove rename repair repeat replace replay
  report request reset resolve restart restore resume retry revert rewrite roll run save scan search select send serve set
  show simulate skip sort split squash stage start stop strip submit summarize switch sync tag test time touch trace track
  trigger trim try undo uninstall unpack unstage update upgrade upload use validate verify view visualize wait watch wipe
  wrap write`.split(/\s+/u),
);

/** Turns `Show` or `Shows` into `shows`; null for a word that is not such a verb. */
function inThirdPerson(word: string): string | null {
  const verb = word.toLowerCase();
  if (verb.endsWith('s') && (VERBS.has(verb.slice(0, -1)) || VERBS.has(verb.slice(0, -2)))) return verb;
  if (!VERBS.has(verb)) return null;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/u.test(verb) ? `${verb}es` : `${verb}s`;
}
