/** The kinds of work that a machine may be ready for. */
export type Use = 'scan' | 'review' | 'migrate';

/**
 * What was found of one thing: a `note` is worth knowing; `missing` is a choice, where nothing that is asked for needs it;
 * `failed` is not, and `wrong` is a configuration that has to be corrected.
 */
export interface Diagnosis {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'missing' | 'failed' | 'wrong';
  readonly found: string;
  /** How to correct it. */
  readonly advice?: string;
}
