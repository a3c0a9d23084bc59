import type { SharedNames } from '../../code/c/ir/symbols.ts';
import type { DependencyNames } from '../../code/flow/project/project-knowledge.ts';
import type { SurveyedFile } from './surveyed-file.ts';

/**
 * What surveys gave in this run, by the keys that the store has it under. The versions that a review looks at are mostly
 * the same: what the head has told is neither read nor parsed again for the base, and stands in memory once.
 */
export class RunMemory {
  readonly surveys = new Map<string, SurveyedFile>();
  /** Of files that know nothing but each other. */
  readonly groups = new Map<string, readonly SurveyedFile[]>();
  /** By their digests. */
  readonly names = new Map<string, SharedNames>();
  /** What files ask the project for, each time that it was something else. */
  readonly dependencies = new Map<string, readonly DependencyNames[]>();
}
