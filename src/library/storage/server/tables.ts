import type { Generated } from 'kysely';

import type { BucketColor, HighlightColor, SourceKind, SourceOrigin, SourceState } from '../protocol.ts';

/**
 * Times are milliseconds since the epoch. `deleted_at` is null unless the row is deleted; deleted rows can be restored.
 */
export interface LibraryTables {
  buckets: {
    id: string;
    person_id: string;
    name: string;
    description: string;
    color: BucketColor;
    /** Order in lists; can have gaps. */
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
    /** Null for the inbox. */
    bucket_id: string | null;
    /** Can be empty until the source was read. */
    title: string;
    /** The address as given. */
    url: string | null;
    /** The normalised address, for finding duplicates. */
    url_key: string | null;
    /** Markdown. Passages point into it by UTF-16 offsets. */
    content: string;
    /** Hash of the content with white space normalised, for finding duplicates. Empty without content. */
    content_hash: string;
    /** The first 200 characters of the text, without markup. */
    preview: string;
    words: Generated<number>;
    /** A JSON list of strings. */
    tags: Generated<string>;
    /** Further names by which `[[links]]` find it, from the front matter of a file. A JSON list of strings. */
    aliases: Generated<string>;
    author: Generated<string | null>;
    /** Name of the site that it comes from. */
    site: Generated<string | null>;
    /** ISO 639-1 or 639-3; null if unknown. */
    language: Generated<string | null>;
    /** When it was written, if that is known; otherwise when it was added. */
    created_at: number;
    /**
     * `YYYY-MM-DD`, the day that a file gave without a zone; null otherwise. `created_at` is 0:00 UTC of that day, or
     * later.
     */
    created_on: Generated<string | null>;
    added_at: number;
    changed_at: number;
    archived_at: Generated<number | null>;
    deleted_at: Generated<number | null>;
    /** Raised with every change of title or content; a change based on an older version is rejected. */
    version: Generated<number>;
    /**
     * waiting: to be fetched or read; read: done; failed: could not be read, `problem` has the reason; stopped:
     * cancelled.
     */
    state: SourceState;
    /** `{message, remedy}` as JSON. */
    problem: Generated<string | null>;
    /** The content that could not be read. A JSON list of strings. */
    left_out: Generated<string>;
    is_sample: Generated<number>;
    /** Where an import found it: the import's name and the path in it. */
    import_key: Generated<string | null>;
    /** Hash of the imported file: a different hash means that the file has changed. */
    import_hash: Generated<string | null>;
    /**
     * When the person last changed title or content in Warren; null if never. Imports and repeated readings keep such
     * changes.
     */
    edited_at: Generated<number | null>;
    /** The session, message and rabbit hole that it was kept from. */
    session_id: Generated<string | null>;
    message_id: Generated<string | null>;
    hole_id: Generated<string | null>;
    /** The last message, if it was kept from several: `message_id` is the first one. */
    last_message_id: Generated<string | null>;
    /** Name of the program that kept it for the person, as the program gave it; null for all others. */
    kept_by: Generated<string | null>;
  };
  /**
   * The sources that a run of an import added and updated, so that it can be undone. Rows are stored as long as undo
   * stores actions.
   */
  import_changes: {
    /** Made by the client. */
    run: string;
    person_id: string;
    item: 'source' | 'bucket';
    item_id: string;
    /** The replaced source as JSON; null for an added one. */
    before: Generated<string | null>;
    /**
     * Hash of the source after the change: a different one means that a later import has changed it. Null for a bucket.
     */
    import_hash: Generated<string | null>;
    at: number;
  };
  /** The unchanged file that a source was read from. */
  source_files: {
    source_id: string;
    person_id: string;
    name: string;
    media_type: string;
    /** In bytes. */
    size: number;
    bytes: Uint8Array;
  };
  /** Sources whose reading has begun and not ended, and sources that killed their reader. */
  source_readings: {
    source_id: string;
    person_id: string;
    /** Null unless it is being read, or was when the server ended. */
    begun_at: number | null;
    reader_ends: Generated<number>;
  };
  /**
   * Links of a source to others. The target is found by its title, its alias or the end of its import path, in lower
   * case.
   */
  source_links: {
    source_id: string;
    person_id: string;
    target_key: string;
  };
  /**
   * Long texts whose passages and words are not written yet; this happens in the background. Until it is done, the
   * passages of the source are not part of the library.
   */
  waiting_texts: {
    source_id: string;
    person_id: string;
    /** A different id means that the text has changed meanwhile. */
    text_id: string;
    waiting_since: number;
  };
  passages: {
    /** The number that identifies it in search indexes. */
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
    /**
     * UTF-16 offsets into the source's content, updated with it; the end is exclusive. Null: the words were deleted.
     */
    start_offset: number | null;
    end_offset: number | null;
    /** The marked words, as Markdown. */
    quote: string;
    color: HighlightColor;
    /** Empty if there is none. */
    note: string;
    created_at: number;
    deleted_at: Generated<number | null>;
  };
  /**
   * Vectors by text, so that an edit embeds only changed passages. Rows of an earlier model serve until the current one
   * is complete, and are then stored until the person frees the space: a row with an empty hash and no vector marks the
   * model as left.
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
