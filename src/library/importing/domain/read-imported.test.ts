import { expect, test } from 'vitest';

import { readImported } from './read-imported.ts';

const read = (path: string, ...lines: readonly string[]) => readImported({ path, text: lines.join('\n') });
const DAY = Date.UTC(2024, 0, 5);

test('a note of Obsidian keeps its tags, aliases, date and links', () => {
  const note = read(
    'Coffee/Jevons paradox.md',
    '---',
    'tags: [energy, Economics]',
    'aliases:',
    '  - rebound effect',
    'created: 2024-01-05',
    'rating: 5',
    'up: "[[Energy]]"',
    'cssclasses: wide',
    '---',
    'See [[Coal question|Jevons]] and #energy/efficiency, #economics.',
    '',
    '```sh',
    '# not-a-title #nor-a-tag',
    '```',
    'An [address](https://a.example/#part) and `#code`, issue #12.',
  );
  expect(note).toEqual({
    kind: 'note',
    leftOut: [],
    title: 'Jevons paradox',
    author: null,
    url: null,
    tags: ['energy', 'Economics', 'energy/efficiency'],
    aliases: ['rebound effect'],
    createdAt: DAY,
    createdOn: '2024-01-05',
    content:
      'See [[Coal question|Jevons]] and #energy/efficiency, #economics.\n\n```sh\n# not-a-title #nor-a-tag\n```\n' +
      'An [address](https://a.example/#part) and `#code`, issue #12.\n\n- rating: 5\n- up: Energy',
  });
});

test.each(['? ', '? - ', '{? ', '{['])('reading front matter with nested keys ends: %s', (sign) => {
  const note = read('a.md', '---', 'title: Deep', 'a:', ` ${sign.repeat(200)}x`, '---', 'Text');
  expect(note).toMatchObject({ title: 'Deep', content: expect.stringMatching(/^Text/u) as string });
});

test('a field with a numeric or empty name is kept, and one whose name is a list is left out', () => {
  expect(read('a.md', '---', '1: one', '? [a, b]', ': two', 'b: !!binary aGk=', '---', 'Text').content).toBe(
    'Text\n\n- 1: one\n- b: aGk=',
  );
});

test('tags are read as a list, with commas, with spaces and with their signs', () => {
  const tagsOf = (value: string) => read('a.md', '---', `tags: ${value}`, '---', 'Text').tags;
  expect(tagsOf('[a\u202E, A, \u2066]')).toEqual(['a']);
  expect(tagsOf('energy, deep work')).toEqual(['energy', 'deep work']);
  expect(tagsOf('energy economics')).toEqual(['energy', 'economics']);
  expect(tagsOf('"#energy #Energy #work/deep"')).toEqual(['energy', 'work/deep']);
  expect(tagsOf('2024')).toEqual(['2024']);
});

test('a Notion page loses its id, and its properties are read', () => {
  const page = read(
    'Reading 0123456789abcdef0123456789abcdef/A page 89abcdef0123456789abcdef01234567.md',
    '# A page',
    '',
    'Created: January 5, 2024 10:00 AM',
    'Tags: deep work, energy',
    'URL: https://a.example/page',
    'Status: Done',
    'Related: Kiln, its parts (../Kiln%2089abcdef0123456789abcdef01234567.md), Flue (Flue%2009abcdef0123456789abcdef01234567.md)',
    '',
    'The text: with a colon.',
  );
  expect(page).toMatchObject({
    kind: 'article_clip',
    title: 'A page',
    tags: ['deep work', 'energy'],
    url: 'https://a.example/page',
    createdAt: DAY + 10 * 3_600_000,
    content:
      'Status: Done  \nRelated: Kiln, [its parts](../Kiln%2089abcdef0123456789abcdef01234567.md), [Flue](Flue%2009abcdef0123456789abcdef01234567.md)  \n\nThe text: with a colon.',
  });
});

test('a Readwise export gives its kind, author and address', () => {
  const text = (category: string) => [
    '# How to read',
    '',
    '![rw-book-cover](https://a.example/cover.png)',
    '',
    '## Metadata',
    '- Author: [[Mortimer Adler]]',
    '- Full Title: How to Read a Book',
    `- Category: #${category}`,
    '- Document Tags: [[reading]] ',
    '- Summary: On reading.',
    '- URL: https://a.example/read',
    '',
    '## Highlights',
    '- Reading is active. ([View Highlight](https://read.example/1#h))',
    '    - Note: #favourite',
  ];
  expect(read('Readwise/How to read.md', ...text('articles'))).toEqual({
    kind: 'article_clip',
    leftOut: [],
    title: 'How to Read a Book',
    author: 'Mortimer Adler',
    url: 'https://a.example/read',
    tags: ['reading'],
    aliases: [],
    createdAt: null,
    createdOn: null,
    content:
      '- Summary: On reading.\n\n## Highlights\n- Reading is active. ([View Highlight](https://read.example/1#h))\n    - Note: #favourite',
  });
  expect(['books', 'tweets', 'podcasts'].map((each) => read('a.md', ...text(each)).kind)).toEqual([
    'article_clip',
    'tweet',
    'podcast_note',
  ]);
  expect(read('a.md', ...text('unheard-of'))).toMatchObject({ kind: 'note', title: 'How to read' });
});

test('a clipping with an address is not the person’s own', () => {
  const kindOf = (...fields: readonly string[]) => read('a.md', '---', ...fields, '---', 'Text').kind;
  expect(kindOf('source: https://a.example/1')).toBe('article_clip');
  expect(kindOf('source: "https://x.com/somebody/status/1"')).toBe('tweet');
  expect(kindOf('type: podcast note')).toBe('podcast_note');
  expect(kindOf('source: my head')).toBe('note');
});

test('a heading in the first line becomes the title and leaves the text, unless the text has nothing else', () => {
  expect(read('a.md', '', '# The title #', 'Text')).toMatchObject({ title: 'The title', content: 'Text' });
  expect(read('a.md', '# The title')).toMatchObject({ title: 'The title', content: 'The title' });
  const logo = '<img src="logo.svg" alt="" width="40">';
  expect(read('README.md', `# ${logo} Kiln <sub>fast</sub>`, 'Text')).toMatchObject({ title: 'Kiln fast' });
  expect(read('README.md', '<h1 align="center">', `  ${logo}<br>`, '  Kiln', '</h1>', '', 'Text')).toMatchObject({
    title: 'Kiln',
  });
  expect(read('a.md', '# When a < b', 'Text')).toMatchObject({ title: 'When a < b', content: 'Text' });
  expect(read('a.md', '## A part', 'Text')).toMatchObject({ title: 'a', content: '## A part\nText' });
  expect(read('a.md', '---', 'title: Another', '---', '# The title', 'Text')).toMatchObject({
    title: 'Another',
    content: '# The title\n\nText',
  });
  expect(read('a.md', '---', 'title: The title', '---', '# The title', 'Text').content).toBe('Text');
});

test('plain text has no markup, and its name is its title', () => {
  const text = ['---', 'tags: [a]', '---', '# Heading', '#tag'];
  expect(read('Notes/My list.v2.txt', ...text)).toMatchObject({
    title: 'My list.v2',
    tags: [],
    content: text.join('\n'),
  });
});

test('text that only looks like front matter stays in the text', () => {
  for (const lines of [
    ['---', 'Just a line', '---', 'Text'],
    ['---', 'never: closed', 'Text'],
    ['----', 'a: 1', '----', 'Text'],
    ['Text', '---', 'a: 1', '---'],
  ])
    expect(read('a.md', ...lines)).toMatchObject({ title: 'a', content: lines.join('\n') });
  expect(read('a.md', '---', '---', 'Text')).toMatchObject({ content: 'Text' });
  expect(read('a.md', '---\r', 'tags: a\r', '---\r', 'Text')).toMatchObject({ content: 'Text', tags: ['a'] });
});

test('field names can be German', () => {
  const words = 'Schlagwo\u0308rter';
  const note = read(
    'a.md',
    '---',
    'Titel: Zinn',
    'Autor: Ada',
    'Datum: 14.3.2024',
    `${words}: [Erz, Guss]`,
    '---',
    'Text',
  );
  expect(note).toMatchObject({ title: 'Zinn', author: 'Ada', createdOn: '2024-03-14', tags: ['Erz', 'Guss'] });
  expect(note.content).toBe('Text');
});

test('front matter indented by tabs is read', () => {
  const note = read('a.md', '---', '\ttitle: Of Rust', '\ttags:', '\t\t- iron', '---', 'Text');
  expect(note).toMatchObject({ title: 'Of Rust', tags: ['iron'], content: 'Text' });
});

test('an unclosed or misplaced quote in front matter loses no field', () => {
  const noted = (title: string) => read('a.md', '---', `title: ${title}`, 'tags: [iron]', '---', 'Text');
  for (const [written, title] of [
    ['"Of Rust', 'Of Rust'],
    ['"A "small" bloom"', 'A "small" bloom'],
    ["'it's iron: really'", "it's iron: really"],
    ["'Tis iron", "'Tis iron"],
  ] as const)
    expect(noted(written)).toMatchObject({ title, tags: ['iron'], content: 'Text' });
});

test('front matter that is not valid YAML is read line by line', () => {
  const note = read(
    'a.md',
    '---',
    'title: Iron: how it was made',
    'tags: [forge, "raw, ore"',
    'aliases:',
    '- "The Bloom, first"',
    '- Bloomery',
    'quote: "half',
    '  of it',
    'date: 2024-01-05',
    'rating: [4',
    '---',
    'Text',
  );
  expect(note).toMatchObject({
    title: 'Iron: how it was made',
    tags: ['forge', 'raw', 'ore'],
    aliases: ['The Bloom, first', 'Bloomery'],
    createdOn: '2024-01-05',
    content: 'Text\n\n- quote: half of it\n- rating: 4',
  });
});

test('commas inside quotation marks do not separate names, and a star without an alias is text', () => {
  const note = read(
    'a.md',
    '---',
    'title: Ore: a note',
    `aliases: Bloom's, "Doe, Jane", 5" pipe, O'Hara`,
    '---',
    'Text',
  );
  expect(note.aliases).toEqual(["Bloom's", 'Doe, Jane', '5" pipe', "O'Hara"]);
  expect(read('b.md', '---', 'glob: *.md', 'mark: *see', '---', 'Text').content).toBe(
    'Text\n\n- glob: *.md\n- mark: *see',
  );
});

test('nested, repeated and unreadable fields remain as a list', () => {
  const lines = (
    'title: Ore|title: Second|code: 0012|date: 2024-01-05|published: 2020|type: essay|source: a book|meta:|  page: 12|' +
    '  at: {x: 1}|seen:|  - once|  - by: Ann|authors: [Ann, Bob]|empty:'
  ).split('|');
  expect(read('a.md', '---', ...lines, '---', 'Text')).toMatchObject({
    title: 'Ore',
    author: 'Ann, Bob',
    kind: 'note',
    content:
      'Text\n\n- title: Second\n- code: 0012\n- published: 2020\n- type: essay\n- source: a book\n- meta:\n  - page: 12\n' +
      '  - at:\n    - x: 1\n- seen:\n  - once\n  - by: Ann',
  });
});

test('properties of Logseq are fields, and its internal ones are left out', () => {
  const page = read(
    'pages/iron___forge.md',
    'tags:: [[raw ore]], heat',
    'alias:: Smithy',
    'reads:: twice',
    '',
    '- A block with #[[two words]]',
    '  id:: 0123abcd-0123-0123-0123-0123456789ab',
    '  collapsed:: true',
    '- Next, key:: kept',
  );
  expect(page).toMatchObject({
    title: 'iron/forge',
    tags: ['raw ore', 'heat', 'two words'],
    aliases: ['Smithy'],
    content: '- A block with #[[two words]]\n- Next, key:: kept\n\n- reads: twice',
  });
});

test('text written by a program or template is not a tag', () => {
  const text =
    '#real #1b2c3d #{{title}} #x/<% y %>\n\n[sec]: #my-section\n[a](#part) {#id}\n\n    #indented code\n\ncolor: #a1f';
  expect(read('a.md', '---', 'tags: {{tags}}', 'title: "{{title}}"', '---', text)).toMatchObject({
    title: 'a',
    tags: ['real'],
  });
});

test('front matter that expands without limit is rejected as text', () => {
  const names = 'abcdefghi'.split('');
  const bomb = names.map((name, at) => `${name}: &${name} [${`*${names[at - 1]},`.repeat(at === 0 ? 0 : 9)}"x"]`);
  expect(read('a.md', '---', ...bomb, '---', 'Text').content).toContain('&a');
});

test('unusual characters in a file can be stored', () => {
  const odd = read('e\u0301 😀\u202e.md', '\ufeff---', 'title: "a\\0b"', '---', 'One\u0000\ud800 שלום');
  expect(odd).toMatchObject({ title: 'ab', content: 'One\ufffd שלום' });
});

test('times are read with and without a zone; other text is left out', () => {
  const timeOf = (value: string) => read('a.md', '---', `date: ${value}`, '---', 'Text');
  expect(timeOf('2024-01-05 9:30')).toMatchObject({ createdAt: DAY + 9.5 * 3_600_000, createdOn: '2024-01-05' });
  expect(timeOf('2024-01-05T00:30:00+01:00')).toMatchObject({ createdAt: DAY - 0.5 * 3_600_000, createdOn: null });
  const days =
    '5 January 2024|Fri, Jan 5th, 2024|5. Januar 2024|5 janvier 2024|5.1.2024|2024/1/5|20240105|"[[2024-01-05]]"|2024-01-05 Fri|2024年1月5日';
  for (const value of days.split('|'))
    expect([value, timeOf(value).createdAt, timeOf(value).createdOn]).toEqual([value, DAY, '2024-01-05']);
  for (const value of ['5', '2024', 'soon', '2024-13-45', '2024-02-30', '[a]'])
    expect(timeOf(value)).toMatchObject({
      createdAt: null,
      createdOn: null,
      content: `Text\n\n- date: ${value.replace(/[[\]]/gu, '')}`,
    });
});

test('a day with slashes is read if it is unambiguous, and reported otherwise', () => {
  const dayOf = (value: string) => read('a.md', '---', `date: ${value}`, '---', 'Text');
  expect(['01/31/2020', '31/01/2020', '02/02/2020'].map((value) => dayOf(value).createdOn)).toEqual([
    '2020-01-31',
    '2020-01-31',
    '2020-02-02',
  ]);
  expect(dayOf('03/04/2024')).toMatchObject({
    createdOn: null,
    leftOut: ['The date “03/04/2024” can be read in two ways and was not read.'],
    content: 'Text\n\n- date: 03/04/2024',
  });
});

test('a heading loses its trailing signs, and a heading of signs only is not a title', () => {
  expect(read('a.md', '#  Coal # ##', 'x')).toMatchObject({ title: 'Coal', content: 'x' });
  expect(read('a.md', '#   ', 'x')).toMatchObject({ title: 'a', content: 'x' });
});

test('an Obsidian link in a field loses its brackets and its target', () => {
  const author = '"[[William Jevons|Jevons]], [[[Marx]] and ]] [[x"';
  expect(read('a.md', '---', `author: ${author}`, '---', 'x').author).toBe('Jevons, [Marx and ]] [[x');
});

test('text in a link or an address is not a tag, and an unclosed link hides no tag', () => {
  expect(read('a.md', '[x](#no) <#no> [[a #no]] #yes/ ](#open #also').tags).toEqual(['yes', 'open', 'also']);
});

test('badges and links in a heading are not part of the title, and stay in the text', () => {
  const heading = '# tide-table [![npm](https://a.example/b.svg)](https://a.example) [![ci][ci]][run]';
  expect(read('README.md', heading, '', 'Words.')).toMatchObject({
    title: 'tide-table',
    content: `${heading}\n\nWords.`,
  });
  expect(read('a.md', '# [![npm](https://a.example/b.svg)](https://a.example)', 'Words.').title).toBe('a');
});

test('TOML front matter is read like YAML, and invalid TOML stays in the text', () => {
  const note = read(
    'post.md',
    '+++',
    'title = "Mills: a \\"short\\" history"',
    'date = 2024-01-05 # of writing',
    'tags = ["water", "wind"]',
    'aliases = [',
    "  'old mills',",
    ']',
    '[params]',
    'rating = 5',
    '+++',
    'Words.',
  );
  expect(note).toMatchObject({
    title: 'Mills: a "short" history',
    createdOn: '2024-01-05',
    tags: ['water', 'wind'],
    aliases: ['old mills'],
    content: 'Words.\n\n- params.rating: 5',
  });
  expect(read('a.md', '+++', 'no fields here', '+++', 'Words.').content).toBe('+++\nno fields here\n+++\nWords.');
});

test('a Notion database, and any table of values, becomes a table', () => {
  const table = read(
    `Forges ${'0'.repeat(32)}.csv`,
    '\u{feff}Name,Tags,Note\r',
    'Deerhurst,"iron, coal","a ""hot"" one\nwith | two lines"\r',
    'Bare,,\r',
    '',
  );
  expect(table).toMatchObject({
    title: 'Forges',
    content:
      '| Name | Tags | Note |\n| --- | --- | --- |\n| Deerhurst | iron, coal | a "hot" one with \\| two lines |\n| Bare |  |  |',
  });
  expect(read('a.csv', 'Jahr;Menge', '1890;1,5').content).toContain('| 1890 | 1,5 |');
  expect(read('a.csv', 'no table').content).toBe('no table');
});

test('an Org-mode file has its title, tags and day, and is converted to Markdown', () => {
  const note = read(
    'forge.org',
    '#+TITLE: The forge',
    '#+FILETAGS: :iron:coal:',
    '#+DATE: [2024-01-05]',
    '* Bellows',
    ':PROPERTIES:',
    ':ID: 1',
    ':END:',
    'See [[https://a.example][the page]] and [[Other note]].',
    '#+BEGIN_SRC sh',
    '* no heading',
    '#+END_SRC',
  );
  expect(note).toMatchObject({
    title: 'The forge',
    tags: ['iron', 'coal'],
    createdOn: '2024-01-05',
    content:
      '# Bellows\n\nSee [the page](<https://a.example>) and [[Other note|Other note]].\n```sh\n* no heading\n```',
  });
});

test('a file that belongs to a program is not the person’s own note', () => {
  const kindOf = (path: string) => readImported({ path, text: 'Text' }).kind;
  for (const path of ['README.md', 'tools/readme.txt', 'CHANGELOG.md', 'node_modules/left/notes.md', 'README-de.md'])
    expect(kindOf(path), path).toBe('article_clip');
  for (const path of ['Notes.md', 'readme later.md', 'Read me.txt', 'vendors.md', 'license fees.md'])
    expect(kindOf(path), path).toBe('note');
});
