export interface LanguageModelTables {
  /** One row a person and provider. `sealed_key`: the key, encrypted; null where only the address was changed. */
  provider_keys: {
    person_id: string;
    provider: string;
    sealed_key: string | null;
    base_url: string | null;
    updated_at: number;
  };
  /** What a person chose for a role: JSON of a RoleChoice. No row: the default. */
  role_choices: { person_id: string; role: string; choice: string; updated_at: number };
  /** In millionths of a US dollar; null for no limit. */
  spending_limits: {
    person_id: string;
    day_micros: number | null;
    month_micros: number | null;
    updated_at: number;
  };
  /** One row a call of a provider, failed ones too. */
  model_usage: {
    id: string;
    person_id: string;
    /** Null for what belongs to no session, such as a try from the settings. */
    session_id: string | null;
    role: string;
    provider: string;
    model: string;
    at: number;
    /** The person's day it fell in, `YYYY-MM-DD`. */
    day: string;
    /**
     * Tokens read anew; those read from and written to the provider's cache are counted apart. All of them as the
     * provider counted; where a call was broken off before it did (outcomes stopped, stalled and cut, an evaluation that
     * took too long among them), what was sent and what had come at four characters a token: it is billed all the same.
     */
    input_tokens: number;
    cache_read_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    /** Millionths of a US dollar; null where the price is not known. */
    cost_micros: number | null;
    /** complete, cut, stopped, or the kind of failure. */
    outcome: string;
  };
}
