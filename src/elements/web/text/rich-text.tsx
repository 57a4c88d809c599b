import { memo, type ReactNode } from 'react';
import { defaultRehypePlugins, Streamdown, type StreamdownProps } from 'streamdown';

/**
 * Text from models and sources is untrusted: raw HTML is removed, images are not loaded, and links go to the web alone.
 * The styles of the parser are not used: `reading.css` styles the elements.
 */
const HARDENED = {
  rehypePlugins: [defaultRehypePlugins['sanitize']].filter((plugin) => plugin !== undefined),
  disallowedElements: ['img'],
  urlTransform: (url: string) => (/^https?:/i.test(url) ? url : null),
  controls: false,
  linkSafety: { enabled: false },
} satisfies Partial<StreamdownProps>;

interface LinkProps {
  readonly href?: unknown;
  readonly children?: ReactNode;
  readonly node?: unknown;
}

function Link({ href, children }: LinkProps) {
  if (typeof href !== 'string' || href === '') return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Headings in a message are below those of the page. */
const COMPONENTS: NonNullable<StreamdownProps['components']> = {
  p: 'p',
  h1: 'h2',
  h2: 'h3',
  h3: 'h3',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  table: 'table',
  pre: 'pre',
  code: 'code',
  hr: 'hr',
  a: Link,
};

interface RichTextProps {
  readonly text: string;
  readonly isStreaming: boolean;
}

export const RichText = memo(function RichText({ text, isStreaming }: RichTextProps) {
  return (
    <Streamdown
      {...HARDENED}
      components={COMPONENTS}
      className={isStreaming ? 'markdown is-coming' : 'markdown'}
      parseIncompleteMarkdown={isStreaming}
    >
      {text}
    </Streamdown>
  );
});

interface WholeTextProps {
  readonly text: string;
  /** Runs after the sanitizer, on the whole text. Its options must survive JSON. */
  readonly plugin: NonNullable<StreamdownProps['rehypePlugins']>[number];
  readonly link: NonNullable<StreamdownProps['components']>['a'];
}

/** A text that does not stream, with a plugin that sees its offsets. Render it with another `key` for other options. */
export const WholeText = memo(function WholeText({ text, plugin, link }: WholeTextProps) {
  return (
    <Streamdown
      {...HARDENED}
      mode="static"
      rehypePlugins={[...HARDENED.rehypePlugins, plugin]}
      components={{ ...COMPONENTS, ...(link && { a: link }) }}
      className="markdown"
      parseIncompleteMarkdown={false}
    >
      {text}
    </Streamdown>
  );
});

export { Link as WebLink };
