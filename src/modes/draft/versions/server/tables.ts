/** Drafts and their versions. A deleted draft keeps its row, for undo. */
export interface DraftTables {
  sessions: { id: string; person_id: string; title: string };
  drafts: {
    id: string;
    person_id: string;
    session_id: string;
    platform: string;
    /** The number of its block in a reply: several drafts of one reply are revised separately. */
    place: number;
    title: string;
    status: string;
    /** The number of the version that counts. */
    version: number;
    /** Size of that version, as the platform counts. */
    characters: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  draft_versions: {
    draft_id: string;
    number: number;
    person_id: string;
    name: string | null;
    author: string;
    title: string;
    platform: string;
    voice: string | null;
    model: string | null;
    based_on: number | null;
    is_aside: number;
    is_partial: number;
    /** The reply that wrote it; null for a version by hand. */
    message_id: string | null;
    /** The stay in the editor that wrote it; null for a version by a model. */
    editing: string | null;
    revision: number;
    text: string;
    /** `DraftCitation[]` as JSON. */
    citations: string;
    created_at: number;
  };
}
