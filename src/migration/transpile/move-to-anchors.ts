import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { movedToAnchors } from '../crate/anchors.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, isSameCrate } from '../crate/crate-files.ts';
import type { MigrationStep } from '../steps/step.ts';

export interface ArrangeDeps {
  readonly parser: SourceParser;
  readonly cargo: Cargo;
}

/**
 * A crate with what a step brought in the place that the layout has for it, see `anchors.ts`. It is
 * built and tested there once more: where that fails, it stays where it was written.
 */
export async function moveToAnchors(
  before: CrateFiles,
  after: CrateFiles,
  { functions }: MigrationStep,
  { parser, cargo }: ArrangeDeps,
): Promise<CrateFiles> {
  const moved = movedToAnchors(parser, before, after, functions);
  if (isSameCrate(moved, after)) return after;
  const { diagnostics, files, problem } = await cargo.diagnose(await cargo.format(moved));
  if (problem !== undefined || diagnostics.some(({ kind }) => kind !== 'warning')) return after;
  const tested = await cargo.test(files, 'lib');
  const isGood = tested.kind === 'ran' && tested.ended && tested.run.failed.length === 0;
  return isGood ? files : after;
}
