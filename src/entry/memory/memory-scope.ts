/** Whose memories count besides that of the tree. */
export type MemoryScope =
  /** On the command line: what the person has noted for all repositories. */
  { readonly kind: 'person' } | SharedMemory;

/** In the App: what pull requests of one repository share, and what is noted for all of an installation. */
export interface SharedMemory {
  readonly kind: 'shared';
  /** The folder that holds the memory of the repository. */
  readonly repository: string;
  /** Whether this run may add to it: not where the change is a stranger's. */
  readonly learns: boolean;
  /** The folder that holds the memory of the installation. */
  readonly installation: string;
}
