export interface LanguageModelTables {
  /**
   * One row per person and provider. `sealed_key`: the encrypted key, marked if its provider has not accepted it yet;
   * null if only the address was changed.
   */
  provider_keys: {
    person_id: string;
    provider: string;
    sealed_key: string | null;
    base_url: string | null;
    updated_at: number;
  };
  /** The person's choice for a role, as JSON of a RoleChoice. Without a row the default applies. */
  role_choices: { person_id: string; role: string; choice: string; updated_at: number };
  /** In millionths of a US dollar; null for no limit. */
  spending_limits: {
    person_id: string;
    day_micros: number | null;
    month_micros: number | null;
    updated_at: number;
  };
  /** One row per call of a provider, including failed calls. */
  model_usage: {
    id: string;
    person_id: string;
    /** Null for calls outside a session, such as a try in the settings. */
    session_id: string | null;
    role: string;
    provider: string;
    model: string;
    at: number;
    /** The person's day of the call, `YYYY-MM-DD`. */
    day: string;
    /**
     * Input tokens except those read from or written to the provider's cache. All counts are the provider's. If a call
     * broke off before the count arrived (outcomes stopped, stalled and cut), they are estimated at four characters per
     * token from the request and the text received, since such calls are billed too.
     */
    input_tokens: number;
    cache_read_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    /** Millionths of a US dollar; null if the price is unknown. */
    cost_micros: number | null;
    /** complete, cut, stopped, or the kind of failure. */
    outcome: string;
  };
}
