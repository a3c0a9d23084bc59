import { mergeItems, removeItems } from '../../code/rust/items/merge-items.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateAllowance } from '../crate/allow-crate.ts';
import { type CrateFiles, sourcePaths, withFiles } from '../crate/crate-files.ts';
import { crateItems, itemChanges } from '../crate/item-changes.ts';
import { addDependency } from '../crate/manifest.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { CodeAnswer } from './code-answer.ts';
import { forbiddenChange, type StepEditScope } from './edit-guards.ts';
import { leftOut } from './left-out.ts';

/** Whether a crate may be used, by its name; with the version that the registry has. */
export type AllowCrate = (name: string) => Promise<CrateAllowance>;

/** The crate after an edit; or why it was refused. */
export type EditResult = { readonly files: CrateFiles } | { readonly problem: string };

/** Carries out what a model wants done. What it may not do leaves the crate as it is, all of it. */
export async function applyAnswer(
  answer: CodeAnswer,
  { base, files, parser }: { base: CrateFiles; files: CrateFiles; parser: SourceParser },
  scope: StepEditScope,
  allowCrate: AllowCrate,
): Promise<EditResult> {
  let edited = files;
  for (const name of answer.dependencies) {
    const allowed = await allowCrate(name);
    if ('problem' in allowed) {
      return { problem: `the crate ${name} cannot be used: ${allowed.problem}` };
    }
    const manifest = addDependency(edited.get('Cargo.toml') ?? '', name, allowed.version);
    edited = withFiles(edited, { 'Cargo.toml': manifest });
  }
  for (const { file, names } of answer.removals) {
    const text = editableText(edited, file);
    if (typeof text !== 'string') return text;
    const result = removeItems(parser, text, names);
    if ('problem' in result) return result;
    edited = withFiles(edited, { [file]: result.text });
  }
  for (const { kind, file, text: added } of answer.blocks) {
    const text = editableText(edited, file);
    if (typeof text !== 'string') return text;
    const gap = leftOut(parser, added);
    if (gap !== undefined) {
      return {
        problem: `what you wrote for ${file} leaves a part out, at \`${gap}\`: write it whole`,
      };
    }
    const result = mergeItems(parser, text, kind === 'code' ? added : asTests(added));
    if ('problem' in result) {
      return { problem: `what you wrote for ${file} was not taken: ${result.problem}` };
    }
    edited = withFiles(edited, { [file]: result.text });
  }
  const problem = scopeProblem({ base, last: files, next: edited }, parser, scope);
  return problem === undefined ? { files: edited } : { problem };
}

/** What a change of a crate does that it may not, however it came about; undefined when nothing. */
export function scopeProblem(
  { base, last, next }: Readonly<Record<'base' | 'last' | 'next', CrateFiles>>,
  parser: SourceParser,
  scope: StepEditScope,
): string | undefined {
  const after = crateItems(parser, next);
  const since = (before: CrateFiles) => itemChanges(crateItems(parser, before), after);
  return forbiddenChange(since(base), since(last), scope, parser);
}

/** The text of a file that may be written to. */
function editableText(files: CrateFiles, file: string): string | { readonly problem: string } {
  const modules = sourcePaths(files);
  const text = files.get(file);
  if (text !== undefined && modules.includes(file)) return text;
  const allowed = modules.join(', ');
  const why = /\.(?:c|h|cc|cpp|hpp|cxx|hh)$/.test(file)
    ? 'the C sources are the judge and are never changed'
    : 'it is none of the modules of the crate';
  return { problem: `${file} was not written: ${why}; you may write to ${allowed}` };
}

function asTests(text: string): string {
  if (/\bmod\s+tests\b/.test(text)) return text;
  return `#[cfg(test)]\nmod tests {\nuse super::*;\n\n${text}\n}\n`;
}

/** Crates that serve C functions, and that an answer uses, whether it names them or not. */
export function usedCrates({ blocks }: CodeAnswer, { functions }: MigrationStep): string[] {
  const names = functions.flatMap(({ crates = [] }) => crates.map(({ name }) => name));
  return names.filter((name) => {
    const path = new RegExp(`\\b${name.replaceAll('-', '_')}\\s*::`);
    return blocks.some(({ text }) => path.test(text));
  });
}
