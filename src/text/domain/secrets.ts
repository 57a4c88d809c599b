import { functionWords } from './function-words.ts';

/**
 * Keys, tokens and passwords in a text, recognised by the form that a provider gives them, by the name before them, or
 * by their place in an address or a header. Hashes, ids, file paths and encoded images are not secrets.
 */
interface Range {
  readonly start: number;
  readonly end: number;
}

export const HIDDEN_SECRET = '[secret]';

/** Zero-width characters, which can hide a token from a reader of text. */
const WITHOUT_WIDTH = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** The text with each secret replaced by a mark. */
export function withoutSecrets(given: string): string {
  const plain = given.replaceAll(WITHOUT_WIDTH, '');
  const text = plain !== given && secretsIn(plain).length > secretsIn(given).length ? plain : given;
  let cut = '';
  let at = 0;
  for (const { start, end } of secretsIn(text)) {
    if (start < at) continue;
    cut += text.slice(at, start) + HIDDEN_SECRET;
    at = end;
  }
  return cut + text.slice(at);
}

/** Reports whether a text contains a secret, or the mark of a removed one. */
export function hasSecret(text: string): boolean {
  return text.includes(HIDDEN_SECRET) || secretsIn(text.replaceAll(WITHOUT_WIDTH, '')).length > 0;
}

function secretsIn(text: string): readonly Range[] {
  const found = [...privateKeysIn(text), ...formsIn(text), ...placedIn(text), ...givenIn(text), ...namedIn(text)];
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** Prefixes of providers' tokens, and what follows them. */
const FORMS: readonly string[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Cerebras
  String.raw`c?sk-(?=[A-Za-z_-]{0,200}\d)[\w-]{16,}`,
  // Groq, xAI, Perplexity, Hugging Face, Replicate, Fireworks
  String.raw`(?:gsk_|xai-|pplx-|hf_|r8_|fw_)[A-Za-z0-9]{20,}`,
  // Stripe
  String.raw`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[\w+/=]{20,}`,
  // AWS
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9+/=])`,
  // Google
  String.raw`AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|1\/\/0[\w-]{20,}`,
  // GitHub, GitLab
  String.raw`gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas)-[\w.-]{16,}|GR1348941[\w-]{20}`,
  // Slack, Discord, Telegram
  String.raw`xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}|[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}|(?:bot)?\d{8,10}:AA[\w-]{33}`,
  // JSON Web Tokens
  String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}`,
  // Package registries: npm, PyPI, RubyGems, crates.io, Docker
  String.raw`npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|rubygems_[0-9a-f]{48}|cio[A-Za-z0-9]{32}(?![\w+/=])|dckr_(?:pat|oat)_[\w-]{20,}`,
  // Mail and messaging: SendGrid, Mailgun, Mailchimp, Twilio
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|SK[0-9a-f]{32}`,
  // Hosting: DigitalOcean, Heroku, Netlify, Supabase, Databricks, Tailscale, Fly, HashiCorp, Doppler
  String.raw`do[opr]_v1_[0-9a-f]{40,}|HRKU-[\w-]{20,}|nfp_\w{30,}|sb[ps]_[\w-]{20,}|dapi[0-9a-f]{32}|tskey-[\w-]{16,}|fm\d_[\w+/=]{20,}|hv[sbr]\.[\w-]{20,}|dp\.(?:pt|st|ct|sa)\.\w{20,}|\w{14}\.atlasv1\.[\w-]{40,}`,
  // Tools: Shopify, Square, Linear, Notion, Figma, Postman, New Relic, Grafana, Sentry, Atlassian, 1Password, age
  String.raw`shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|sq0(?:atp|csp)-[\w-]{22,}|lin_(?:api|oauth)_\w{20,}|(?:ntn|secret)_[A-Za-z0-9]{40,}|figd_[\w-]{20,}|PMAK-[\w-]{20,}|NRAK-[A-Z0-9]{20,}|gl(?:c|sa)_[\w=]{20,}|sntry[su]_[\w=+/]{20,}|ATATT3[\w=-]{30,}|ops_eyJ[\w-]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}`,
  // LangSmith, Airtable, Buildkite, Pulumi, Dynatrace, Contentful, CircleCI
  String.raw`lsv2_[a-z]{2}_\w{30,}|pat\w{14}\.[0-9a-f]{64}|bkua_[0-9a-f]{40}|pul-[0-9a-f]{40}|dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}|CFPAT-[\w-]{40,}|CCIPAT_\w{20,}`,
  // Password hashes: bcrypt, crypt, Apache
  String.raw`\$2[aby]\$\d\d\$[\w./]{53}|\$(?:apr1|[156])\$[\w./]{1,16}\$[\w./]{20,}`,
  // Warren
  String.raw`warren_[a-z]{2,20}_[\w-]{20,}`,
];
/** Not inside a word or an encoded image. */
const FORM = new RegExp(String.raw`(?<![\w+-])(?:${FORMS.join('|')})`, 'gu');
/** A token of 32 random bytes, the form of Warren's sign-in tokens. */
const BARE = /(?<![\w+/=.-])[\w-]{43}(?![\w+/=-]|\.\w)/gu;

/** The secret that accompanies an AWS access key. */
const BARE_AWS = /(?<![\w+/=.-])[A-Za-z0-9+/]{40}(?![\w+/=.-])/gu;
/** A short issuer prefix and a long tail: the form of most newer tokens. */
const PREFIXED =
  /(?<![\w+/=.-])(?:[A-Za-z][a-z0-9]{1,11}[_-]){1,3}[A-Za-z0-9]{22,200}(?![\w+/=.-])|(?<![\w.])AQ\.[\w-]{30,200}/gu;

function formsIn(text: string): readonly Range[] {
  const isMixed = ({ start, end }: Range) =>
    [/\d/u, /[a-z]/u, /[A-Z]/u].every((kind) => kind.test(text.slice(start, end)));
  const mixed = [BARE, BARE_AWS, PREFIXED].flatMap((form) => rangesOf(text, form)).filter(isMixed);
  return [...rangesOf(text, FORM), ...mixed];
}

/** Secrets recognised by their place. */
const PLACES: readonly RegExp[] = [
  // The user name and password of an address.
  /(?<=:\/\/)[^\s/:@"'`$<{]{0,100}:[^\s/"'`$<{]{1,200}(?=@)/gu,
  // A token in place of both.
  /(?<=:\/\/)(?=[A-Za-z_-]{0,100}\d)[\w-]{16,200}(?=@)/gu,
  // Addresses that are secrets themselves.
  /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{10,200}/gu,
  /(?<=discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,200}/gu,
  // The signature of a signed address, or a key in it.
  /(?<=[?&](?:key|auth)=)(?=[A-Za-z_%+/=.-]{0,200}\d)[\w%+/=.-]{12,2000}/giu,
  /(?<=[?&](?:sig|signature|X-Amz-Signature|X-Amz-Security-Token|api_?key|access_token|client_secret)=)[\w%+/=-]{16,2000}/giu,
  /(?<=\bbearer )(?=[A-Za-z+/~_.-]{0,200}\d)[\w+/~.-]{12,2000}={0,2}/giu,
  /(?<=\bauthorization["']?: {0,3}["']?(?:basic|token|digest|negotiate) )[\w+/~.=-]{6,2000}/giu,
  /(?<=\bauthorization["']?: {0,3}["']?(?:[a-z][\w-]{1,20} )?)(?=[A-Za-z+/~_.=-]{0,200}\d)[\w+/~.=-]{12,2000}/giu,
  // The values of cookies.
  /(?<=\b(?:set-)?cookie["']?: {0,3}["']?)[\w.-]{1,100}=[^\n"']{1,4000}/giu,
  // Passwords in `.netrc` and `.pgpass` files, and in arguments of a command.
  /(?<=^[\w.*-]{1,100}:(?:\d{1,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:)\S{3,200}$/gmu,
  /(?<=\blogin \S{1,100} password )\S{1,200}/gu,
  /(?<=\s--?(?:password|passwd|passphrase|pass|token|secret|api-key|apikey|auth-token|access-token)[ =])[^\s$<"'`-][^\s"'`]{3,500}/giu,
  /(?<=\s(?:-u|--user) ["']?[\w.@+-]{1,100}:)(?!\/|\d{1,6}(?!\S))[^\s$"'`]{1,200}/gu,
  /(?<=<(?:password|secret|token|apiKey|clientSecret)>)[^<\n]{4,500}(?=<)/giu,
];

/** Commands with short options for secrets, which mean something else in other commands. */
const GIVEN: readonly RegExp[] = [
  /\b(?:mysql|mariadb)[\w-]{0,20}\b[^\n;|]{0,200}?\s-p(?<secret>[^\s"'`$<]{3,200})/gu,
  /\b(?:sshpass|(?:docker|podman|helm registry|az|oc) login|mongo\w{0,10})\b[^\n;|]{0,200}?\s-p\s?["']?(?<secret>[^\s"'`$<-][^\s"'`]{2,200})/gu,
  /\bredis-cli\b[^\n;|]{0,200}?\s-a\s["']?(?<secret>[^\s"'`$<]{3,200})/gu,
  /\b(?:zip|unzip)\b[^\n;|]{0,200}?\s-P\s?["']?(?<secret>[^\s"'`$<]{3,200})/gu,
  /\b7za?\b[^\n;|]{0,200}?\s-p(?<secret>[^\s"'`$<]{3,200})/gu,
  /\bopenssl\b[^\n;|]{0,200}?\s(?:-k |-pass(?:in|out)? pass:|-K )["']?(?<secret>[^\s"'`$<]{3,200})/gu,
  /\bcurl\b[^\n;|]{0,200}?\s(?:-u|--user=|--proxy-user[ =]|-U )["']?[\w.@+-]{1,100}:(?<secret>[^\s"'`$<]{1,200})/gu,
  /\bcurl\b[^\n;|]{0,200}?\s(?:-b|--cookie)[ =]["']?(?<secret>[\w.-]{1,100}=[^\s"'`$<]{4,2000})/gu,
  /\b(?:smbclient|rpcclient|net)\b[^\n;|]{0,200}?\s-U\s?["']?[\w.\\@+-]{1,100}%(?<secret>[^\s"'`$<]{1,200})/gu,
  /\bgh secret set\b[^\n;|]{0,200}?\s(?:--body|-b)[ =]["']?(?<secret>[^\s"'`$<]{3,2000})/gu,
  /\becho\s(?:-n\s)?["']?(?<secret>[^\s"'`$<]{4,500})["']?\s{0,3}\|[^\n|]{0,100}(?:-stdin|--with-token|sudo -S)/gu,
  /--from-literal[ =]["']?[\w.-]{1,100}=(?<secret>[^\s"'`$<]{3,500})/gu,
  /_authToken\s["']?(?<secret>[^\s"'`$<=]{8,500})/gu,
  /\bIDENTIFIED BY ["'](?<secret>[^"'\n]{1,200})/giu,
  /\bprivate[ _-]?key\b[^\w\n]{0,10}(?:is |= ?)?["'`]?(?<secret>(?:0x)?[0-9a-f]{64})/giu,
  /\b(?:seed|recovery|mnemonic)(?: phrase| words?)?\b[^\w\n]{1,6}(?:is |are )?["'`]?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})/giu,
  /\bpin(?: code)?(?: is| was|:| =|=)? ["'`]?(?<secret>\d{4,8})\b/giu,
];

const givenIn = (text: string) =>
  GIVEN.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, index, groups }) => {
      const { secret = '' } = groups ?? {};
      const start = index + whole.lastIndexOf(secret);
      return { start, end: start + secret.length };
    }),
  );

const placedIn = (text: string) => PLACES.flatMap((place) => rangesOf(text, place));

const NAME = String.raw`(?<name>password|passwd|passphrase|passcode|pwd|passwort|kennwort|mot de passe|contrase\u00F1a|wachtwoord|senha|parola|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key(?:[_-]?base)?|private[_-]?key|auth[_-]?key|account[_-]?key|encryption[_-]?key|pre-?shared[_-]?key|credentials?|session[_-]?id|(?<=_)(?:pass|auth|key|dsn))`;
const VALUE = String.raw`(?<value>"[^"\n]{4,500}"|'[^'\n]{4,500}'|\x60[^\x60\n]{4,500}\x60|[^\s"'\x60,;&<>(){}\[\]|]{4,500})`;
/** The separator between a name and its value in code, in a table, in marked text or in prose. */
const SIGN = String.raw`(?<sign>["'\x60*]{0,3}\s{0,3}(?:=>|:=|[=:|])["'\x60*]{0,2}\s{0,3}|\s(?:is|was|ist|lautet|est|es)\s|\s(?=["'\x60]))`;
/** A name, a separator, and the value: `API_KEY=…`, `"client_secret": "…"`, `password: …`. */
const NAMED = new RegExp(String.raw`(?<before>[A-Za-z0-9_]{0,40})${NAME}${SIGN}${VALUE}`, 'giu');
/** A placeholder instead of a value. */
const PLACEHOLDER =
  /^(?:[$<{%[]|x{3,}|[*.•_-]{3,}|(?:your|my|example|changeme|placeholder|redacted|dummy|some|null|none|undefined|true|false|string|text|bytes|required|optional|missing|wrong|invalid|empty|hidden|must|should|will|stored|hashed|(?:test|dev|local|demo)$|process\.|os\.|env\.|import\.|https?:))/iu;

/** Names of keys that are not secret. */
const OTHER_KEY = /(?:public|retry|cache|sort|primary|foreign|partition|storage|idempotency|object|row|map|index)_$/iu;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

function namedIn(text: string): readonly Range[] {
  return [...text.matchAll(NAMED)].flatMap(({ 0: whole, index, groups = {} }) => {
    const { before = '', name = '', sign = '', value = '' } = groups;
    const isQuoted = /^["'`]/u.test(value);
    const start = index + whole.length - value.length + (isQuoted ? 1 : 0);
    const end = index + whole.length - (isQuoted ? 1 : 0);
    const words = text.slice(start, end);
    // Calls and indexes are code that reads a secret.
    if (
      OTHER_KEY.test(before) ||
      UUID.test(words) ||
      PLACEHOLDER.test(words) ||
      /^[([{.]/u.test(text.slice(end, end + 1))
    )
      return [];
    const isPassword = /^(?:pass|pwd|kennwort|mot|contra|wacht|senha|parola)/iu.test(name);
    // A sentence in quotation marks is a secret only if it is assigned to a passphrase.
    if (/\s/u.test(words)) return isQuoted && /^passphrase/iu.test(name) && /[=:]/u.test(sign) ? [{ start, end }] : [];
    const isAssigned = sign === '=' && `${before}${name}` === `${before}${name}`.toUpperCase();
    const isGiven = isPassword && /[=:]/u.test(sign) && !isCode(words) && !functionWords.has(words.toLowerCase());
    const isSecret =
      (isQuoted && isPassword) || isAssigned || isGiven || (isPassword && isMarked(words)) || isRandom(words);
    return isSecret ? [{ start, end }] : [];
  });
}

/** A dotted path of names, such as `input.value`, or the name of a type. */
const isCode = (word: string) =>
  /^[a-z_$]\w{0,30}(?:\??\.\w{1,30})+$/iu.test(word) || /^[A-Z][a-z]+[A-Z]?\w{0,30}$/u.test(word);

/** A word that cannot be an identifier: with special characters, or with both letters and digits. */
const isMarked = (word: string) => /[^\w.:/\\-]/u.test(word) || (/\d/u.test(word) && /\p{L}/u.test(word));

const MIN_RANDOM = 8;

/** Random letters and digits, rather than a word, a path or a name in code. */
function isRandom(word: string): boolean {
  if (word.length < MIN_RANDOM || !/\d/u.test(word) || !/\p{L}/u.test(word)) return false;
  // `config.token2`, `src/a1/b2.ts`, `2026-11-27T12:00`
  return (
    !/^[a-z_]\w{0,30}(?:\.\w{1,30})+$/iu.test(word) &&
    !/^[\w.@-]*\/[\w./@-]*\.\w{1,5}$/u.test(word) &&
    !/^\d{4}-\d\d-\d\d/u.test(word)
  );
}

const BEGIN = '-----BEGIN ';

/** Whole blocks of private keys; an unclosed one extends to the end of the text. */
function privateKeysIn(text: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, start + BEGIN.length)) {
    const head = text.slice(start, start + 60);
    if (!/^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY/u.test(head)) continue;
    const foot = text.indexOf('-----END ', start);
    const line = foot < 0 ? -1 : text.indexOf('KEY', foot);
    ranges.push({
      start,
      end: foot < 0 || line < 0 ? text.length : Math.min(text.length, text.indexOf('-----', line) + 5),
    });
  }
  return ranges;
}

function rangesOf(text: string, pattern: RegExp): readonly Range[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** Names of files with secret content, except their examples. */
const SECRET_FILE =
  /(?:^|[\s/"'=<])(?:\.env(?:\.(?!example|sample|template|dist|schema)[\w-]+)*|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.htpasswd|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)(?:[_-]\w{1,40})?|credentials(?:\.\w{1,10})?|secrets?\.(?:json|ya?ml|toml|env)|[\w.-]*\.(?:pem|p12|pfx|keystore|jks|tfstate|kdbx)|kubeconfig|environ)(?=$|[\s"';|&)>])/u;
/** Commands that print secrets. */
const SECRET_COMMAND =
  /(?:^|[\s;|&(])(?:printenv|env(?=\s*(?:$|[;|&\n]))|export -p|set(?=\s*(?:$|[;|&\n]))|gh auth token|op read|pass show|security find-\S+|vault (?:read|kv get)|aws configure|kubectl get secrets?|docker inspect|heroku config|doppler secrets|openssl gen\S+|ssh-keygen)(?![\w-])/u;

/** Reports whether everything that is read from a path, or printed by a command, is secret. */
export function readsSecrets(pathOrCommand: string): boolean {
  return SECRET_FILE.test(pathOrCommand) || SECRET_COMMAND.test(pathOrCommand);
}
