/** What asks a database. */
export interface Queries {
  /**
   * Runs one statement with values for `$1`, `$2` and so on, or several statements without values.
   * @returns all rows, each an object by column, for the caller to parse
   */
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>;
}

/** A PostgreSQL: a server, or PGlite within this process. The same SQL runs in both. */
export interface Database extends Queries {
  readonly kind: 'pglite' | 'postgres';
  /** Calls `use` in a transaction, which is rolled back when it throws. */
  transaction<Result>(use: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
