import { readFileSync } from 'node:fs';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { type AppliedPatch, findAppliedPatch } from '../../workspace/git/applied-patch.ts';
import { homeOf, type SettledTexts, textsBefore } from '../options/repository-settings.ts';
import { findNamedFiles, STANDARD_INPUT } from './find-named-files.ts';
import type { NamedFiles } from './named-files.ts';
import { projectOf } from './project-of.ts';

/** A change that comes as a patch, and what it is a change of. */
export interface PatchInput {
  readonly patch: AppliedPatch;
  /** What of it is reviewed. */
  readonly named: NamedFiles;
  /** What was settled before. */
  readonly settled: SettledTexts;
}

/**
 * Reads a patch from the standard input, which the project around the current folder has.
 * @param paths what is named beside the standard input: all of the project where that is nothing
 * @throws UsageError for what is no patch, and where the project does not have it
 */
export function readPatchInput(paths: readonly string[], include: readonly string[]): PatchInput {
  const here = scanRootOf('.').root;
  const others = paths.filter((path) => path !== STANDARD_INPUT);
  const project = projectOf(here) ?? here;
  const whole = project === here ? '.' : project;
  const named = findNamedFiles(others.length === 0 ? [whole] : others, 'none.c', include);
  const { root } = scanRootOf(named.path);
  const home = homeOf(root);
  // As git names files, as a person may who sees the project, and as tools do that compare two files.
  const patchIn = findAppliedPatch(readFileSync(0), [...new Set([home, root, here])]);
  return { patch: patchIn(root), named, settled: textsBefore(home, patchIn(home)) };
}
