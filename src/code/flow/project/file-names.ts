import type { SharedNames } from '../../c/ir/symbols.ts';

/** The names that a file gives to others. */
export interface FileNames {
  readonly file: string;
  readonly names: SharedNames;
}
