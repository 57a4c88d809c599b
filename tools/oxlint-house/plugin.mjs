import path from 'node:path';

import { analyse } from 'scslre';

/**
 * The layers that a layer can import. The compiler enforces most of this (three programs, each without the others'
 * files). This rule enforces the rest: direction inside a program, slices, and ambient time and randomness in pure
 * code.
 */
const MAY_IMPORT = {
  kernel: ['kernel'],
  protocol: ['kernel', 'protocol'],
  wire: ['kernel', 'protocol', 'wire'],
  domain: ['kernel', 'protocol', 'wire', 'domain'],
  server: ['kernel', 'protocol', 'wire', 'domain', 'server'],
  platform: ['kernel', 'protocol', 'wire', 'domain', 'server', 'platform', 'migrations'],
  // Composes slices, modes and adapters for `main.ts` and for commands. Nothing else imports it.
  composition: ['kernel', 'protocol', 'wire', 'domain', 'server', 'platform', 'server-modes', 'composition'],
  // Only pure code: what migrations use of a slice must be exact and must not read tables.
  migrations: ['kernel', 'domain', 'migrations'],
  web: ['kernel', 'protocol', 'wire', 'domain', 'web'],
  shell: ['kernel', 'protocol', 'wire', 'domain', 'web', 'shell', 'web-modes'],
  'web-modes': ['kernel', 'protocol', 'wire', 'domain', 'web'],
  'server-modes': ['kernel', 'protocol', 'wire', 'domain', 'server'],
};

/** Slices that modes build on: modes can import any of their layers that the layer table allows. */
const FOUNDATIONS = [
  'session',
  'elements',
  'language-model',
  'text',
  'day',
  'undo',
  'http-client',
  'worker-thread',
  'database',
  'contribution',
  'point-writer',
  'embedding',
  'library',
  'person-data',
];

/**
 * The features of a slice that is divided by feature, lowest first. A feature imports only earlier ones, so there are
 * no cycles. Files outside a feature compose the features and come last.
 */
const FEATURES = {
  'modes/recall': [
    'storage',
    'scheduling',
    'sets',
    'proposals',
    'evaluator',
    'voice',
    'asking',
    'tutor',
    'reviews',
    'statistics',
  ],
  'modes/terminal': [
    'screen',
    'recording',
    'transcripts',
    'hooks',
    'chat',
    'changes',
    'files',
    'running',
    'chat-sources',
    'prompts',
  ],
  'modes/explore': ['context', 'citing', 'strategist', 'titles', 'asking'],
  'modes/draft': ['text', 'writing', 'versions', 'pane', 'listing'],
  library: [
    'storage',
    'passages',
    'highlights',
    'indexing',
    'search',
    'sources',
    'ingestion',
    'importing',
    'capture',
    'from-conversations',
    'reader',
    'tools',
  ],
};

const PURE = ['kernel', 'protocol', 'wire', 'domain'];
const OWN_LAYER = ['kernel', 'wire', 'platform', 'shell', 'composition'];
const INSIDE = ['domain', 'server', 'web'];

const TOP = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(TOP, 'src') + path.sep;
const MIGRATIONS = path.join(TOP, 'migrations') + path.sep;

/** The layer and slice of a file; undefined for files outside the fence. */
function place(file) {
  if (file.startsWith(MIGRATIONS)) return { layer: 'migrations', slice: 'migrations' };
  if (!file.startsWith(SOURCES)) return undefined;
  const parts = file.slice(SOURCES.length).split(path.sep);
  const name = parts.at(-1) ?? '';
  const slice = parts[0] === 'modes' && parts.length > 2 ? `modes/${parts[1]}` : parts[0];
  if (OWN_LAYER.includes(parts[0])) return { layer: parts[0], slice };
  if (parts[0] === 'modes' && parts.length === 2) return { layer: name.replace(/\.ts$/, ''), slice };
  if (name === 'protocol.ts') return { layer: 'protocol', slice };
  return { layer: parts.find((part) => INSIDE.includes(part)) ?? 'main', slice };
}

/**
 * The position of a file among the features of its slice. Files in an unlisted folder, or in none, belong to the
 * composition.
 */
function rank(file, slice) {
  const features = FEATURES[slice];
  const feature = file.slice(SOURCES.length).split(path.sep)[slice.split('/').length];
  // The protocol of the whole slice comes before every feature.
  if (feature === 'protocol.ts') return { index: -1, feature };
  const index = features.indexOf(feature);
  return index < 0 ? { index: features.length, feature: 'the composition' } : { index, feature };
}

/** The reason why a file must not import another one of its slice, or undefined. */
function againstOrder(from, to, slice) {
  if (!FEATURES[slice]) return undefined;
  const importer = rank(from, slice);
  const imported = rank(to, slice);
  if (imported.index <= importer.index) return undefined;
  return `${importer.feature} may not import ${imported.feature}, a later feature of ${slice}`;
}

function target(source, from) {
  if (source.startsWith('#')) return SOURCES + source.slice(1);
  if (source.startsWith('.')) return path.resolve(path.dirname(from), source);
  return undefined;
}

/** The reason why `from` must not import `to`, or undefined. */
function objection(from, to, source) {
  if (!(MAY_IMPORT[from.layer] ?? []).includes(to.layer)) return `${from.layer} may not import ${to.layer} (${source})`;
  if (from.slice === to.slice || from.layer === 'migrations' || to.layer === 'migrations') return undefined;
  if (from.slice.startsWith('modes/') && INSIDE.includes(to.layer) && !FOUNDATIONS.includes(to.slice))
    return `a mode reaches another slice only through its protocol.ts (${source})`;
  if (from.slice === 'shell' && to.slice.startsWith('modes/'))
    return `the shell knows no mode: modes contribute through web-modes.ts (${source})`;
  if (FOUNDATIONS.includes(from.slice) && to.slice.startsWith('modes'))
    return `${from.slice} is what modes stand on and knows none of them (${source})`;
  if (source.startsWith('.')) return `use #… across slices (${source})`;
  return undefined;
}

const layers = {
  create(context) {
    const file = context.physicalFilename ?? context.filename;
    const from = place(file);
    if (!from || from.layer === 'main' || /\.(test|model)\.tsx?$/.test(file)) return {};

    function check(node) {
      const source = node.source?.value;
      const path_ = typeof source === 'string' ? target(source, file) : undefined;
      const to = path_ && place(path_);
      const why =
        to && (objection(from, to, source) ?? (from.slice === to.slice && againstOrder(file, path_, from.slice)));
      if (why) context.report({ node, message: why });
    }
    function ambient(node, what) {
      if (PURE.includes(from.layer)) context.report({ node, message: `${what} in ${from.layer}: take it as a value` });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) ambient(node, 'new Date()');
      },
      CallExpression(node) {
        if (node.callee.name === 'Date') ambient(node, 'Date()');
      },
      MemberExpression(node) {
        const name = `${node.object.name}.${node.property.name}`;
        if (from.layer === 'composition' && name === 'process.env')
          context.report({ node, message: 'process.env in composition: main.ts and commands read the environment' });
        if (['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID'].includes(name)) ambient(node, name);
      },
    };
  },
};

/**
 * Regular expressions of the product must take time linear in the length of the text: texts come from people, models,
 * documents and terminals. If an enforced limit keeps a text short (at most 2,000 characters), disable the rule on the
 * line and name the limit.
 */
const linearPatterns = {
  create(context) {
    const file = context.physicalFilename ?? context.filename;
    if (!file.startsWith(SOURCES) || /\.test\.tsx?$/.test(file)) return {};
    return {
      Literal(node) {
        if (!node.regex) return;
        const { pattern, flags } = node.regex;
        const [report] = analyse({ source: pattern, flags }).reports;
        if (!report) return;
        const { start, end } = report.quant ?? report.startQuant;
        const message = `${pattern.slice(start, end)} is superlinear: walk the text, or bound it (house/linear-patterns)`;
        context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: 'house' }, rules: { layers, 'linear-patterns': linearPatterns } };
