import { memo, type ReactNode, useContext } from 'react';
import remarkCjkFriendly from 'remark-cjk-friendly';
import { defaultRehypePlugins, defaultRemarkPlugins, Streamdown, type StreamdownProps } from 'streamdown';

import { FORMULA_ELEMENT, keptSigns, withKeptSigns } from '#text/domain/kept-signs.ts';
import type { TreeNode } from '#text/domain/tree-texts.ts';

import { showAddress } from '../address/address-question.tsx';
import { Formula } from '../formula/formula.tsx';
import { ColumnsContext } from './columns-context.ts';
import { htmlTags } from './html-tags.ts';
import { INLINE_MARK, InlineMarkContext, inlineMarks } from './inline-marks.ts';

/**
 * Text from models and sources is untrusted: it produces no HTML, images are not loaded, and links lead only to the
 * web. The parser's own styles are not used: `reading.css` styles the elements.
 */
const HARDENED = {
  disallowedElements: ['img'],
  urlTransform: (url: string) => (/^https?:/i.test(url) ? url : null),
  controls: false,
  // Scripts without spaces have emphasis next to brackets, links and code: `**[a](b)**的`.
  remarkPlugins: [...Object.values(defaultRemarkPlugins), remarkCjkFriendly, htmlTags],
  linkSafety: { enabled: false },
  // A lone `$$` does not start a formula.
  remend: { katex: false },
} satisfies Partial<StreamdownProps>;

const SANITIZER = [defaultRehypePlugins['sanitize']].filter((plugin) => plugin !== undefined);

function Link({ href, children }: { readonly href?: unknown; readonly children?: ReactNode; readonly node?: unknown }) {
  if (typeof href !== 'string' || href === '') return <span>{children}</span>;
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer" onClick={showAddress}>
      {children}
    </a>
  );
}

/** Headings in a message rank below those of the page. */
const COMPONENTS = {
  [FORMULA_ELEMENT]: KeptFormula,
  p: 'p',
  h1: 'h2',
  h2: 'h3',
  h3: 'h3',
  ul: 'ul',
  ol: 'ol',
  li: ListItem,
  blockquote: 'blockquote',
  table: Table,
  pre: 'pre',
  code: 'code',
  hr: 'hr',
  a: Link,
} as NonNullable<StreamdownProps['components']>;

interface ElementProps {
  readonly node?: TreeNode;
  readonly children?: ReactNode;
}

/**
 * `data-bare` marks an item without text of its own: the list around the items at the start of a part of a long list.
 */
function ListItem({ node, ...rest }: ElementProps) {
  const first = node?.children?.find(({ type, value = '' }) => type !== 'text' || value.trim() !== '');
  return <li {...rest} data-bare={first?.tagName === 'ul' || first?.tagName === 'ol' || undefined} />;
}

/** The columns of a part of a long table are as wide as those of the other parts. */
function Table({ node, children, ...rest }: ElementProps) {
  const columns = useContext(ColumnsContext);
  const cells = node?.children?.find(isElement)?.children?.find(isElement)?.children?.filter(isElement);
  if (columns?.length !== cells?.length) return <table {...rest}>{children}</table>;
  return (
    <table {...rest} data-divided style={{ minWidth: `${(columns?.length ?? 0) * MIN_COLUMN_REM}rem` }}>
      <colgroup>
        {columns?.map((share, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <col key={index} style={{ width: `${(share * 100).toFixed(2)}%` }} />
        ))}
      </colgroup>
      {children}
    </table>
  );
}

const MIN_COLUMN_REM = 5;

function isElement({ type }: TreeNode): boolean {
  return type === 'element';
}

function KeptFormula({ written }: { readonly written?: unknown }) {
  return typeof written === 'string' ? <Formula written={written} /> : null;
}

function InlineMark({ index }: { readonly index?: unknown }) {
  const render = useContext(InlineMarkContext);
  return typeof index === 'number' ? render(index) : null;
}

const WITH_MARKS = {
  rehypePlugins: [...SANITIZER, inlineMarks, keptSigns],
  components: { ...COMPONENTS, [INLINE_MARK]: InlineMark } as NonNullable<StreamdownProps['components']>,
};
const WITHOUT_MARKS = { rehypePlugins: [...SANITIZER, keptSigns], components: COMPONENTS };

interface RichTextProps {
  readonly text: string;
  readonly isStreaming: boolean;
  readonly hasMarks?: boolean;
}

export const RichText = memo(function RichText({ text, isStreaming, hasMarks = false }: RichTextProps) {
  return (
    <Streamdown
      {...HARDENED}
      {...(hasMarks ? WITH_MARKS : WITHOUT_MARKS)}
      className={isStreaming ? 'markdown is-coming' : 'markdown'}
      parseIncompleteMarkdown={isStreaming}
    >
      {withKeptSigns(text)}
    </Streamdown>
  );
});

interface WholeTextProps {
  readonly text: string;
  /** Runs after the sanitizer, on the whole text. Its options must survive JSON. */
  readonly plugin: NonNullable<StreamdownProps['rehypePlugins']>[number];
  readonly link?: NonNullable<StreamdownProps['components']>['a'];
  /** Components for the elements that the plugin creates. */
  readonly made?: StreamdownProps['components'];
  /** Whether it is the last part of a streaming text. */
  readonly isStreaming?: boolean;
}

/** A text with a plugin that sees its offsets. Render it with another `key` for other options. */
export const WholeText = memo(function WholeText({ text, plugin, link, made, isStreaming = false }: WholeTextProps) {
  return (
    <Streamdown
      {...HARDENED}
      mode={isStreaming ? 'streaming' : 'static'}
      rehypePlugins={[...SANITIZER, plugin, keptSigns]}
      components={{ ...COMPONENTS, ...(link && { a: link }), ...made }}
      className={isStreaming ? 'markdown is-coming' : 'markdown'}
      parseIncompleteMarkdown={isStreaming}
    >
      {withKeptSigns(text)}
    </Streamdown>
  );
});

export { Link as WebLink };
