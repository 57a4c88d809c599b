/** The rules for colouring the comments, strings, numbers and reserved words of a language. */
export interface CodeLanguage {
  /** Beginnings of comments that end with the line. */
  readonly line: readonly string[];
  /** Delimiters of comments and strings that can span lines. */
  readonly spans: readonly { readonly kind: 'comment' | 'string'; readonly open: string; readonly close: string }[];
  /** Quotation marks of strings that end with the line. */
  readonly quotes: string;
  readonly reserved: ReadonlySet<string>;
  readonly ignoresCase?: true;
  /** The names of tags are coloured as reserved words. */
  readonly hasTags?: true;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));
const NONE = new Set<string>();
const BLOCK = { kind: 'comment', open: '/*', close: '*/' } as const;
const text = (sign: string) => ({ kind: 'string', open: sign, close: sign }) as const;

const CURLY: CodeLanguage = {
  line: ['//'],
  spans: [BLOCK, text('"""')],
  quotes: `"'`,
  reserved: words(
    `abstract as async await auto bool boolean break byte case catch char class const constexpr continue crate def
    default defer do double dyn else enum explicit export extends extern false final finally float fn for foreach func
    fun function go goto guard if impl implements import in inline instanceof int interface internal let long loop
    match mod module move mut namespace native new nil null nullptr object open operator override package private
    protected pub public range readonly record ref return sealed select self short signed sizeof static struct super
    switch template this throw throws trait true try type typedef typename typeof union unsafe unsigned use using val
    var virtual void volatile when where while with yield`,
  ),
};
const SCRIPT: CodeLanguage = {
  ...CURLY,
  spans: [BLOCK, text('`')],
  reserved: words(
    `abstract any as asserts async await boolean break case catch class const continue debugger declare default delete do
    else enum export extends false finally for from function get if implements import in infer instanceof interface is
    keyof let never new null number of private protected public readonly return satisfies set static string super switch
    this throw true try type typeof undefined unique unknown using var void while with yield`,
  ),
};
const GO: CodeLanguage = { ...CURLY, spans: [BLOCK, text('`')] };
/** No single quotes, because an apostrophe also begins the name of a lifetime. */
const RUST: CodeLanguage = { ...CURLY, spans: [BLOCK], quotes: '"' };
const PHP: CodeLanguage = { ...CURLY, line: ['//', '#'], spans: [BLOCK] };
const STYLE: CodeLanguage = { line: [], spans: [BLOCK], quotes: `"'`, reserved: NONE };
const PYTHON: CodeLanguage = {
  line: ['#'],
  spans: [text('"""'), text("'''")],
  quotes: `"'`,
  reserved: words(
    `and as assert async await break case class continue def del elif else except False finally for from global if import
    in is lambda match None nonlocal not or pass raise return self True try while with yield`,
  ),
};
const HASH: CodeLanguage = {
  line: ['#'],
  spans: [],
  quotes: `"'`,
  reserved: words(
    `alias and begin break case class continue def do done elif else elsif end ensure esac exit export false fi for
    function if in let local module next nil not null or readonly rescue return self set shift then true undef unless
    until when while yield`,
  ),
};
const SQL: CodeLanguage = {
  line: ['--'],
  spans: [BLOCK],
  quotes: `'"`,
  ignoresCase: true,
  reserved: words(
    `add all alter and any as asc begin between by cascade case check column commit constraint create cross default delete
    desc distinct drop else end except exists false foreign from full group having if in index inner insert intersect into
    is join key left like limit not null offset on or order outer over partition primary references returning right
    rollback select set table then transaction trigger true union unique update using values view when where with`,
  ),
};
const LUA: CodeLanguage = {
  ...HASH,
  line: ['--'],
  spans: [
    { kind: 'comment', open: '--[[', close: ']]' },
    { kind: 'string', open: '[[', close: ']]' },
  ],
};
const HASKELL: CodeLanguage = {
  line: ['--'],
  spans: [{ kind: 'comment', open: '{-', close: '-}' }],
  quotes: '"',
  reserved: words(
    'case class data deriving do else if import in infixl infixr instance let module newtype of then type where',
  ),
};
const MARKUP: CodeLanguage = {
  line: [],
  spans: [{ kind: 'comment', open: '<!--', close: '-->' }],
  quotes: '"',
  reserved: NONE,
  hasTags: true,
};
const DATA: CodeLanguage = { line: ['//'], spans: [BLOCK], quotes: '"', reserved: words('true false null') };

const BY_ENDING: readonly (readonly [CodeLanguage, string])[] = [
  [SCRIPT, 'js mjs cjs jsx ts mts cts tsx'],
  [CURLY, 'c h cc cpp cxx hpp hh cs java kt kts scala swift dart groovy gradle zig proto m mm'],
  [GO, 'go'],
  [RUST, 'rs'],
  [PHP, 'php'],
  [STYLE, 'css scss less'],
  [PYTHON, 'py pyi pyx'],
  [
    HASH,
    'sh bash zsh fish rb rake pl pm r yml yaml toml ini cfg conf env tf nix ex exs jl cmake mk dockerfile makefile',
  ],
  [SQL, 'sql'],
  [LUA, 'lua'],
  [HASKELL, 'hs elm'],
  [MARKUP, 'html htm xml svg vue svelte xhtml plist'],
  [DATA, 'json jsonc json5'],
];
const LANGUAGES = new Map(BY_ENDING.flatMap(([language, endings]) => endings.split(' ').map((end) => [end, language])));

/** The language of a file by its name; null for a file without colours. */
export function languageOf(path: string): CodeLanguage | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return LANGUAGES.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
