import type { Configuration } from '../../configuration/configuration.ts';
import type { Access } from '../../instructions/access.ts';
import type { Authorship, GatePull } from './gate-pull.ts';

/** A pull request of a migration that the gate looks at. */
export interface Judged {
  readonly access: Access;
  readonly pull: GatePull;
  readonly authorship: Authorship;
  readonly configuration: Configuration;
}
