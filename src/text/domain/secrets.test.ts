import { expect, test } from 'vitest';

import { hasSecret, readsSecrets, withoutSecrets } from './secrets.ts';

/** Random letters and digits. Tokens are assembled here, so that no file contains a complete one. */
const RANDOM = 'q7Vt3xKp9Lm2Zr8Ws4Yn6Bd1Hf5Jc0Gg7Ta3Ue9Ri2Po8';
const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c';
const of = (length: number) => RANDOM.slice(0, length);
const hex = (length: number) => HEX.slice(0, length);

/** Each in context, with the part that must be removed. */
const SECRETS: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  'OpenAI, project': [`export OPENAI=sk-proj-${of(40)}`, `sk-proj-${of(40)}`],
  Anthropic: [`the key is sk-ant-api03-${of(30)}.`, of(30)],
  OpenRouter: [`sk-or-v1-${hex(40)}`, hex(40)],
  Groq: [`gsk_${of(40)}`, of(40)],
  xAI: [`xai-${of(40)}`, of(40)],
  Perplexity: [`pplx-${of(40)}`, of(40)],
  'Hugging Face': [`hf_${of(34)}`, of(34)],
  Replicate: [`r8_${of(37)}`, of(37)],
  'Stripe, live': [`sk_${'live'}_${of(24)}`, of(24)],
  'Stripe, webhook': [`whsec_${of(32)}`, of(32)],
  'AWS, access key': [`AKIA${of(32).toUpperCase().slice(0, 16)}`, of(32).toUpperCase().slice(0, 16)],
  'AWS, secret in a profile': [`aws_secret_access_key = ${of(30)}/${of(9)}`, of(30)],
  'Google, API key': [`AIza${of(35)}`, of(35)],
  'Google, OAuth': [`ya29.${of(40)}`, of(40)],
  'Google, client secret': [`GOCSPX-${of(28)}`, of(28)],
  'GitHub, personal': [`git clone https://ghp_${of(36)}@github.com/a/b`, of(36)],
  'GitHub, fine-grained': [`github_pat_${of(22)}_${of(40)}`, of(40)],
  'GitHub, action': [`ghs_${of(36)}`, of(36)],
  GitLab: [`glpat-${of(20)}`, of(20)],
  'Slack, bot': [`xoxb-1234567890-${of(24)}`, of(24)],
  'Slack, webhook': [`https://hooks.slack.com/services/T00/B00/${of(24)}`, of(24)],
  'Discord, bot': [`M${of(23)}.${of(6)}.${of(27)}`, of(27)],
  'Discord, webhook': [`https://discord.com/api/webhooks/123456/${of(40)}`, of(40)],
  Telegram: [`123456789:AA${of(33)}`, of(33)],
  'JSON Web Token': [`eyJ${of(20)}.eyJ${of(30)}.${of(40)}`, of(40)],
  npm: [`//registry.npmjs.org/:_authToken=npm_${of(36)}`, of(36)],
  'npm, older': [`//registry.npmjs.org/:_authToken=${hex(36)}`, hex(36)],
  PyPI: [`pypi-AgEI${of(40)}`, of(40)],
  Docker: [`dckr_pat_${of(27)}`, of(27)],
  SendGrid: [`SG.${of(22)}.${of(43)}`, of(43)],
  Mailgun: [`key-${hex(32)}`, hex(32)],
  DigitalOcean: [`dop_v1_${hex(45)}`, hex(45)],
  Databricks: [`dapi${hex(32)}`, hex(32)],
  Vault: [`hvs.${of(30)}`, of(30)],
  Shopify: [`shpat_${hex(32)}`, hex(32)],
  Linear: [`lin_api_${of(40)}`, of(40)],
  Figma: [`figd_${of(40)}`, of(40)],
  Atlassian: [`ATATT3${of(45)}`, of(45)],
  age: [`AGE-SECRET-KEY-1${of(45).toUpperCase()}`, of(45).toUpperCase()],
  'private key': [`-----BEGIN RSA PRIVATE KEY-----\n${of(40)}\n-----END RSA PRIVATE KEY-----\nThat is all.`, of(40)],
  'private key without its end': [`-----BEGIN OPENSSH PRIVATE KEY-----\n${of(40)}`, of(40)],
  'connection string': ['postgres://warren:hunter2@db.example:5432/warren', 'hunter2'],
  'connection string without a name': ['redis://:pa55word@cache:6379', 'pa55word'],
  'password in an address': [`curl https://ada:${of(12)}@example.org/`, of(12)],
  'bearer header': [`curl -H "Authorization: Bearer ${of(20)}" https://a.example`, of(20)],
  'basic header': ['Authorization: Basic YWRhOmh1bnRlcjI=', 'YWRhOmh1bnRlcjI='],
  'own header': [`X-Api-Key: ${of(24)}`, of(24)],
  cookie: [`Cookie: theme=dark; sid=${of(24)}`, of(24)],
  'set cookie': [`Set-Cookie: session=${of(24)}; HttpOnly`, of(24)],
  export: ['export X_TOKEN=abcdefgh', 'abcdefgh'],
  'line of .env': ['DB_PASSWORD=correcthorse', 'correcthorse'],
  JSON: [`{"client_secret": "${of(20)}"}`, of(20)],
  YAML: [`password: ${of(10)}!`, of(10)],
  'code, password': [`login({ password: 'letmein' })`, 'letmein'],
  'code, token': [`const apiKey = "${of(16)}";`, of(16)],
  'argument of a command': ['mysql --password hunter2 warren', 'hunter2'],
  'user of a command': ['curl -u ada:hunter2 https://a.example', 'hunter2'],
  '.netrc': ['machine a.example login ada password hunter2', 'hunter2'],
  'account key of Azure': [`AccountName=a;AccountKey=${of(44)}==`, of(44)],
  'signed address': [`https://a.blob.example/x?sv=1&sig=${of(30)}%3D`, of(30)],
  XML: ['<password>hunter2</password>', 'hunter2'],
  prose: ['the password is hunter2x, as ever', 'hunter2x'],
  'prose, German': ['Passwort: hunter2x!', 'hunter2x!'],
  'prose, French': ['mot de passe : Soleil2024!', 'Soleil2024!'],
  'one word': ['password: swordfish', 'swordfish'],
  'lower case, assigned': ['db_password=swordfish', 'swordfish'],
  'marked text': ['**password:** hunter2x', 'hunter2x'],
  'row of a table': ['| password | hunter2x |', 'hunter2x'],
  'inside backticks': ['Log in with the password `Tr0ub4dor&3`, please', 'Tr0ub4dor&3'],
  'a passphrase': ['passphrase: "correct horse battery staple"', 'horse'],
  PIN: ['The door has the PIN 4711 now', '4711'],
  SQL: ["CREATE USER ada IDENTIFIED BY 'hunter2'", 'hunter2'],
  'SQL, role': ["ALTER ROLE ada WITH PASSWORD 'hunter2'", 'hunter2'],
  mysql: ['mysql -uroot -phunter2x orders', 'hunter2x'],
  sshpass: ['sshpass -p hunter2x ssh ada@host', 'hunter2x'],
  'docker login': ['docker login -u ada -p hunter2x', 'hunter2x'],
  redis: ['redis-cli -h cache -a hunter2x ping', 'hunter2x'],
  zip: ['zip -P hunter2x a.zip b', 'hunter2x'],
  gpg: ['gpg --passphrase hunter2x -d a', 'hunter2x'],
  openssl: ['openssl rsa -passin pass:hunter2x -in a', 'hunter2x'],
  smbclient: ['smbclient -U ada%hunter2x //a/b', 'hunter2x'],
  'curl, glued': ['curl -uada:hunter2x https://a.example', 'hunter2x'],
  'curl, cookie': ['curl -b session=hunter2x https://a.example', 'hunter2x'],
  'standard input': ['echo hunter2x | docker login --password-stdin', 'hunter2x'],
  helm: ['helm install --set adminPassword=swordfish a', 'swordfish'],
  kubectl: ['kubectl create secret generic a --from-literal=pw=swordfish', 'swordfish'],
  'npm, set': [`npm config set //r.example/:_authToken ${hex(36)}`, hex(36)],
  'token alone in an address': [`https://${of(24)}@github.com/a/b`, of(24)],
  'password with an at sign': ['postgres://u:p@ss!word@h/db', 'ss!word'],
  'header without a scheme': [`Authorization: ${hex(32)}`, hex(32)],
  'header with another scheme': [`Authorization: ApiKey ${of(24)}`, of(24)],
  'Telegram, address': [`https://api.telegram.org/bot123456789:AA${of(33)}/getMe`, of(33)],
  'key in an address': [`https://maps.example/x?key=${of(30)}`, of(30)],
  bcrypt: [`ada:$2b$12$${of(45)}${of(8)}`, of(45)],
  '.pgpass': ['db.example:5432:orders:ada:hunter2', 'hunter2'],
  WireGuard: [`PresharedKey = ${of(43)}=`, of(43)],
  'private key of a chain': [`private key 0x${hex(48)}${hex(16)}`, hex(48)],
  'seed phrase': [
    'seed phrase: legal winner thank year wave sausage worth useful legal winner thank yellow',
    'sausage',
  ],
  'AWS, secret alone': [`${of(20)}/${of(19)}`, of(19)],
  'a newer provider': [`newco_live_${of(32)}`, of(32)],
  LangSmith: [`lsv2_pt_${hex(32)}_${hex(10)}`, hex(32)],
  'a token with a hidden character': [`ghp_${of(10)}\u200B${of(26)}`, of(26)],
  'Warren, sign-in': [`http://127.0.0.1:4600/#token=${of(43)}`, of(43)],
  'Warren, sign-in alone': [of(43), of(43)],
  'Warren, capture': [`warren_capture_${of(43)}`, of(43)],
  'Warren, MCP': [`warren_mcp_${of(43)}`, of(43)],
};

test.each(Object.entries(SECRETS))('a secret is removed: %s', (_, [text, secret]) => {
  expect(withoutSecrets(text)).toContain('[secret]');
  expect(withoutSecrets(text)).not.toContain(secret);
  expect(hasSecret(text)).toBe(true);
  expect(hasSecret(withoutSecrets(text))).toBe(true);
});

test.each([
  ['a hash of git', `commit ${hex(40)} (HEAD -> main)`],
  ['a UUID', 'session 018f3a5e-7c1d-7a3b-9f2e-4b5c6d7e8f90'],
  ['an encoded image', `![x](data:image/png;base64,iVBORw0KGgo${of(40)}/${of(43)}+${of(43)}==)`],
  ['the integrity of a package', `"integrity": "sha512-${of(43)}/${of(40)}=="`],
  ['a file path', '/home/ada/project/src/2026/Report7Final-With-A-Name-Of-Forty-Three-Letters-1/index.ts'],
  ['a type', 'interface Login { readonly password: string; readonly token: string | null }'],
  [
    'code that reads one',
    'const token = process.env.GITHUB_TOKEN ?? config.token2; const secret = await readSecret2(name);',
  ],
  ['a place for one', 'Set API_KEY=$KEY or ANTHROPIC_API_KEY=<your key>, or password: ********.'],
  ['a count', 'max_tokens: 4096, tokens = 12345678, the token limit: 200000'],
  [
    'prose',
    'A password is checked once. Its token: a word that the lexer returns. Bearer tokens are sent by the client.',
  ],
  ['a time', 'expires_token: 2026-11-27T12:00:00Z'],
  [
    'prose about passwords',
    'The password field is required. A password: it must be long. The password is checked. Its PIN is short.',
  ],
  [
    'code about passwords',
    'const password = input.value; login({ password: form.password, user }); type Login = { password: PasswordHash };',
  ],
  ['owners and hosts', 'docker run -u 1000:1000 alpine; docker run --user 1000:1000 b; rsync -u host:/srv/data .'],
  ['other keys', 'PUBLIC_KEY=abcd1234 RETRY_KEY=backoff API_KEY=test cache_key=user1_profile sort_key: created_at2'],
  [
    'the id of a session',
    'session_id: 018f3a5e-7c1d-7a3b-9f2e-4b5c6d7e8f90, pip install sk-learn-something-long-name-here',
  ],
  ['names in code', 'src/modes/RecallSessionScreen2With/LongFileName and my_component-withAVeryLongIdentifierName'],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----'],
  ['an address', 'https://example.org:8080/@ada?key=value and ssh git@github.com:a/b.git'],
])('not a secret: %s', (_, text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('the text around a secret remains', () => {
  expect(withoutSecrets(`Use ghp_${of(36)} here, and DB_PASSWORD=correcthorse there.`)).toBe(
    'Use [secret] here, and DB_PASSWORD=[secret] there.',
  );
});

test.each([
  ['.env', true],
  ['/srv/app/.env.production', true],
  ['.env.example', false],
  ['cat ~/.ssh/id_ed25519', true],
  ['head -3 .env', true],
  ['printenv | sort', true],
  ['env', true],
  ['env NODE_ENV=test npm test', false],
  ['gh auth token', true],
  ['kubectl get secrets -o yaml', true],
  ['src/environment.ts', false],
  ['git show HEAD:src/text/domain/secrets.ts', false],
  ['cat deploy/key.pem', true],
])('reading %s is secret: %s', (read, isSecret) => {
  expect(readsSecrets(read)).toBe(isSecret);
});
