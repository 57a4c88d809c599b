import type { LeftOut } from '../../storage/domain/left-out.ts';
import type { SourceKind } from '../../storage/protocol.ts';

/** The source that a text file becomes. */
export interface Imported {
  readonly kind: SourceKind;
  readonly title: string | null;
  readonly author: string | null;
  readonly url: string | null;
  readonly tags: readonly string[];
  /** Further names by which links find it. */
  readonly aliases: readonly string[];
  /** Ms since the epoch; null if the file gives no time. */
  readonly createdAt: number | null;
  /** The day as written in the file, `YYYY-MM-DD`; null for a time with a zone. */
  readonly createdOn: string | null;
  /** Markdown. */
  readonly content: string;
  readonly leftOut: LeftOut;
}

export interface TextFile {
  /** Relative to the imported folder. */
  readonly path: string;
  readonly text: string;
  /** The file is in a folder of a program. */
  readonly isOfCode?: boolean | undefined;
}

/** Reports whether a file named like a text is a document that must be read from its bytes: a PDF, RTF or export. */
export function isDocument(text: string): boolean {
  return /^\ufeff?\s*(?:%PDF-\d|\{\\rtf|(?:<\?xml[^>]*>\s*)?<(?:!DOCTYPE )?en-export\b)/u.test(text.slice(0, 1_024));
}

/**
 * The key of an imported file: the import's name and the path in it. Unicode is normalised, because macOS writes names
 * in another form than other systems; case is not, because two files may differ only in case.
 */
export function importKey(name: string, path: string): string {
  const parts = path.normalize('NFC').split(/[/\\]+/u);
  return `${name.normalize('NFC')}/${parts.filter((part) => part !== '' && part !== '.').join('/')}`;
}
