import { type ComponentProps, memo } from 'react';
import { defaultRehypePlugins, Streamdown, type StreamdownProps } from 'streamdown';

/**
 * Text from models and sources is untrusted: raw HTML is sanitised away, pictures are not loaded, links go to the web
 * and nowhere else. The parser's own looks are not used: the elements are bare and styled by `reading.css`.
 */
const HARDENED = {
  rehypePlugins: [defaultRehypePlugins['sanitize']].filter((plugin) => plugin !== undefined),
  disallowedElements: ['img'],
  urlTransform: (url: string) => (/^https?:/i.test(url) ? url : null),
  controls: false,
  linkSafety: { enabled: false },
} satisfies Partial<StreamdownProps>;

type WithNode<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

function bare<Tag extends 'p' | 'h1' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'blockquote' | 'table' | 'pre' | 'code' | 'hr'>(
  Tag: Tag,
) {
  return function Bare({ node: _, className: __, ...rest }: WithNode<Tag>) {
    const Element = Tag as React.ElementType;
    return <Element {...rest} />;
  };
}

function Link({ node: _, className: __, href, children }: WithNode<'a'>) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Headings inside what is said stand below those of the page. */
const COMPONENTS: NonNullable<StreamdownProps['components']> = {
  p: bare('p'),
  h1: bare('h2'),
  h2: bare('h3'),
  h3: bare('h3'),
  ul: bare('ul'),
  ol: bare('ol'),
  li: bare('li'),
  blockquote: bare('blockquote'),
  table: bare('table'),
  pre: bare('pre'),
  code: bare('code'),
  hr: bare('hr'),
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
