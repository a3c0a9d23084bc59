import { join } from 'node:path';
import { type Evidence, sameText } from '../../equivalence/evidence/evidence.ts';
import { UsageError } from '../../errors.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import { jsonText } from '../state/artifact-folder.ts';
import type { CrateDigests } from '../state/changed-rust.ts';
import type { Progress } from '../state/progress.ts';
import { type MappedSymbol, mappingOf, symbolFiles } from '../state/symbol-map.ts';
import type { TypeLayout } from '../state/type-layout.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import { type FunctionPlan, type MigrationStep, stepName } from '../steps/step.ts';
import { taskKinds } from '../steps/task-kinds.ts';
import type { AttemptResult } from './attempt-deps.ts';

/** What was written, and on top of what. */
export interface StepRecording {
  readonly base: CrateFiles;
  readonly result: Extract<AttemptResult, { kind: 'done' }>;
  /** Of the crate that was compared: what is done with it since was not. */
  readonly digests: CrateDigests;
  /** What it has laid out of the types of the C, by the file for it below the project; nothing when missing. */
  readonly types?: Readonly<Record<string, TypeLayout>> | undefined;
  /** What is known once it is recorded, with nothing in place of the commit. */
  readonly progress: Progress;
  readonly now: Date;
}

/**
 * Writes what a step has come to into the project, with its part of the symbol map, as one commit.
 * @returns what is known then
 * @throws UsageError when another program has changed the crate since the step began: that stays as it is
 */
export async function recordStep(
  project: string,
  crate: string,
  step: MigrationStep,
  { base, result, digests, types = {}, progress, now }: StepRecording,
): Promise<Progress> {
  const files = crateChanges(project, crate, { base, next: result.files }, stepName(step));
  Object.assign(files, symbolFiles(mappedSymbols(step, result, digests, now)));
  for (const [path, layout] of Object.entries(types)) files[path] = jsonText(layout);
  return await writeAndCommit(project, files, messageOf(step, result), progress);
}

/**
 * The files of a project that differ between two states of its crate; null for one that goes.
 * @param crate the folder of the crate
 * @param during what was done meanwhile
 * @throws UsageError when another program has changed the crate since
 */
export function crateChanges(
  project: string,
  crate: string,
  { base, next }: Readonly<Record<'base' | 'next', CrateFiles>>,
  during: string,
): Record<string, string | null> {
  const present = loadCrate(join(project, crate));
  const paths = new Set([...present.keys(), ...base.keys()]);
  const other = [...paths].find((path) => present.get(path) !== base.get(path));
  if (other !== undefined) {
    throw new UsageError(
      `${crate}/${other} was changed while ${during} was migrated; commit that, and run again`,
    );
  }
  const files: Record<string, string | null> = {};
  for (const [path, text] of next) {
    if (base.get(path) !== text) files[`${crate}/${path}`] = text;
  }
  for (const path of base.keys()) if (!next.has(path)) files[`${crate}/${path}`] = null;
  return files;
}

/** The part of the symbol map that a step comes to. @param digests of the crate that was compared */
export function mappedSymbols(
  { functions }: MigrationStep,
  { plans, evidence, remarks, answered }: StepRecording['result'],
  digests: CrateDigests,
  now: Date,
): MappedSymbol[] {
  return functions.flatMap((source) => {
    const plan = plans.find(({ cName }) => cName === source.name);
    const seen = evidence.get(source.name);
    if (plan === undefined || seen === undefined) return [];
    const symbol: MappedSymbol = {
      c_name: source.name.replace(/^.*:/, ''),
      c_qname: source.name,
      c_file: source.file,
      start_line: source.startLine,
      end_line: source.endLine,
      module: plan.file,
      rust_symbol: plan.rust,
      signature: plan.signature,
      ...(plan.mappingText === undefined ? {} : { mapping: plan.mappingText }),
      ...(plan.skip === undefined ? {} : { skipped: plan.skip }),
      evidence: seen,
      ...(source.comparedC === undefined ? {} : { compared_c: source.comparedC() }),
      compared_rust: digests.of({ module: plan.file, rust_symbol: plan.rust }),
      remarks: [...remarks],
      method: { kinds: [...taskKinds(source)], answered: [...answered] },
      updated_at: now.toISOString(),
    };
    return [symbol];
  });
}

/** The plan of a function that the symbol map knows. */
export function planOfMapped(symbol: MappedSymbol): FunctionPlan {
  const { c_qname, module, rust_symbol, signature, mapping, skipped } = symbol;
  return {
    ...{ cName: c_qname, file: module, rust: rust_symbol, signature },
    ...{ mapping: mappingOf(symbol), mappingText: mapping, skip: skipped },
  };
}

function evidenceWords(seen: Evidence | undefined): string {
  if (seen?.kind === 'equal') return sameText(seen);
  if (seen?.kind === 'nothing to compare') return `nothing to compare, because ${seen.because}`;
  return `carried over, not compared with the C${seen?.kind === 'not checked' ? `: ${seen.because}` : ''}`;
}

function messageOf(step: MigrationStep, { plans, evidence }: StepRecording['result']): string {
  const names = step.functions.map(({ name, file }) => `${name} (${file})`).join(', ');
  const lines = plans.map(({ cName, rust, skip }) => {
    if (skip !== undefined) return `${cName} needs no Rust: ${skip}`;
    const seen = evidence.get(cName);
    const what = evidenceWords(seen);
    return `${cName} is ${rust}: ${what}.`;
  });
  return `Migrate ${names} to Rust\n\n${lines.join('\n')}`;
}
