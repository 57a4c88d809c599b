import type { Generated } from 'kysely';

import type { BucketColor, HighlightColor, SourceKind, SourceOrigin, SourceState } from '../protocol.ts';

/** Times are milliseconds since the epoch. `deleted_at` is null unless deleted: what is deleted can be restored. */
export interface LibraryTables {
  buckets: {
    id: string;
    person_id: string;
    name: string;
    description: string;
    color: BucketColor;
    /** Order in lists; may have gaps. */
    position: number;
    is_sample: Generated<number>;
    created_at: number;
    deleted_at: Generated<number | null>;
  };
  sources: {
    id: string;
    person_id: string;
    kind: SourceKind;
    origin: SourceOrigin;
    /** Null in the inbox. */
    bucket_id: string | null;
    /** May be empty until the source was read. */
    title: string;
    /** The address as it was given. */
    url: string | null;
    /** The address without what does not matter, by which the same one is recognised. */
    url_key: string | null;
    /** Markdown. Passages point into it by UTF-16 offsets. */
    content: string;
    /**
     * Of the content without differences of white space, by which the same text is recognised. Empty without content.
     */
    content_hash: string;
    /** The first 200 characters of the text, without markup. */
    preview: string;
    words: Generated<number>;
    /** A list of strings as JSON. */
    tags: Generated<string>;
    /** Other names by which `[[links]]` find it, from the front matter of a file. A list of strings as JSON. */
    aliases: Generated<string>;
    author: Generated<string | null>;
    /** The name of the site it comes from. */
    site: Generated<string | null>;
    /** ISO 639-1 or 639-3; null if unknown. */
    language: Generated<string | null>;
    /** When it was written, where that is known; otherwise when it was added. */
    created_at: number;
    /** `YYYY-MM-DD`, the day that a file gave without a zone; null otherwise. `created_at` is 0:00 UTC of it, or later. */
    created_on: Generated<string | null>;
    added_at: number;
    changed_at: number;
    archived_at: Generated<number | null>;
    deleted_at: Generated<number | null>;
    /** Raised with every change of title or content; a change that names an older version is refused. */
    version: Generated<number>;
    /**
     * waiting: to be fetched or read; read: done; failed: could not be read, `problem` says why; stopped: cancelled.
     */
    state: SourceState;
    /** `{message, remedy}` as JSON. */
    problem: Generated<string | null>;
    /** What could not be read of it. A list of strings as JSON. */
    left_out: Generated<string>;
    is_sample: Generated<number>;
    /** The place where an import found it: the import's name and the path in it. */
    import_key: Generated<string | null>;
    /** Of the imported file: another one means that the file has changed. */
    import_hash: Generated<string | null>;
    /** When the person last changed title or content here; null if never. An import or a second reading keeps that. */
    edited_at: Generated<number | null>;
    /** The session, message and rabbit hole that it was kept from. */
    session_id: Generated<string | null>;
    message_id: Generated<string | null>;
    hole_id: Generated<string | null>;
    /** The last message, where it was kept from several: `message_id` is the first one. */
    last_message_id: Generated<string | null>;
    /** The name of the program that kept it for the person, as it gave it; null for all others. */
    kept_by: Generated<string | null>;
  };
  /**
   * The sources that a run of an import added and updated, so that it can be undone. Rows are kept as long as undo
   * keeps actions.
   */
  import_changes: {
    /** Made by the client. */
    run: string;
    person_id: string;
    item: 'source' | 'bucket';
    item_id: string;
    /** The replaced source as JSON; null for one that was added. */
    before: Generated<string | null>;
    /** Of the source after the change: another one means that a later import has changed it. Null for a bucket. */
    import_hash: Generated<string | null>;
    at: number;
  };
  /** The file that a source was read from, kept as it was given. */
  source_files: {
    source_id: string;
    person_id: string;
    name: string;
    media_type: string;
    /** In bytes. */
    size: number;
    bytes: Uint8Array;
  };
  /** Sources whose reading was begun and is not over, and those that ended what reads documents. */
  source_readings: {
    source_id: string;
    person_id: string;
    /** Null unless it is being read, or was when the server ended. */
    begun_at: number | null;
    reader_ends: Generated<number>;
  };
  /**
   * Links of a source to others. The target is found by its title, its alias or the end of its import path, in lower case.
   */
  source_links: {
    source_id: string;
    person_id: string;
    target_key: string;
  };
  /**
   * The long texts whose passages and words are still to be written, in the background. Until that is done, the passages
   * of the source are no part of the library.
   */
  waiting_texts: {
    source_id: string;
    person_id: string;
    /** Another one means that the text has changed meanwhile. */
    text_id: string;
    waiting_since: number;
  };
  passages: {
    /** The number by which search engines know it. */
    row: Generated<number>;
    id: string;
    person_id: string;
    source_id: string;
    /** From 1, in the order of the source: the `12` of `#p12`. */
    number: number;
    /** UTF-16 offsets into the source's content; the end is exclusive. */
    start_offset: number;
    end_offset: number;
    /** The content between the offsets. */
    text: string;
    /** SHA-256 of the text, base64url: the key of its vectors. */
    hash: string;
    language: Generated<string | null>;
  };
  /** Ranges of a source that the person marked. */
  highlights: {
    id: string;
    person_id: string;
    source_id: string;
    /** UTF-16 offsets into the source's content, kept in step with it; the end is exclusive. Null: the words are gone. */
    start_offset: number | null;
    end_offset: number | null;
    /** The words, as Markdown. */
    quote: string;
    color: HighlightColor;
    /** Empty without one. */
    note: string;
    created_at: number;
    deleted_at: Generated<number | null>;
  };
  /**
   * Vectors by text, so that an edit embeds only what has changed. Rows of another model than the current serve until it
   * has all, and are kept then until the person asks for the space: a row with an empty hash and no vector says so.
   */
  passage_vectors: {
    person_id: string;
    /** `EmbeddingModel.key`. */
    model: string;
    hash: string;
    dimension: number;
    /** Float32, little-endian, normalised to length 1. */
    vector: Uint8Array;
  };
}
