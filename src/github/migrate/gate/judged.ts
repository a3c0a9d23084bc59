import type { RepositoryClient } from '../../api/repository-client.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Authorship, GatePull } from '../pulls/gate-pull.ts';

/** A pull request of a migration that the gate looks at. */
export interface GateSubject {
  readonly access: RepositoryClient;
  readonly pull: GatePull;
  readonly authorship: Authorship;
  readonly configuration: Configuration;
}
