export interface SaidTables {
  /** The person's prompts and what Claude Code said, with the first characters of each. */
  chat_said: {
    session_id: string;
    message_id: string;
    person_id: string;
    author: 'person' | 'assistant';
    /** When it was said: messages can come into the log later. */
    at: number;
    text: string;
  };
}
