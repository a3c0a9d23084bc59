import { mergeItems } from '../../code/rust/items/merge-items.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';
import { crateItems, itemChanges } from '../crate/item-changes.ts';
import { modulePath } from '../crate/module-plan.ts';
import type { TypesAnswer } from './types-answer.ts';

const FORBIDDEN = /\bunsafe\b|\bextern\b|\*\s*(?:const|mut)\b|\bstatic\s+mut\b|\btodo!|\bunion\b/;

export interface CrateWithTypesDeps {
  readonly cargo: Cargo;
  readonly parser: SourceParser;
}

/**
 * A crate with the types of an answer in it, built; or what is wrong with them. They hold no functions but
 * those of traits: what a type does is written function by function. What stood there before stays.
 */
export async function crateWithTypes(
  crate: CrateFiles,
  { types, code }: TypesAnswer,
  { cargo, parser }: CrateWithTypesDeps,
): Promise<{ readonly files: CrateFiles } | { readonly problem: string }> {
  let merged = crate;
  for (const { file, text } of code) {
    const foreign = FORBIDDEN.exec(text)?.[0];
    if (foreign !== undefined) return { problem: `${file} has ${foreign}: types are safe Rust` };
    const result = mergeItems(parser, merged.get(file) ?? '', text);
    if ('problem' in result) return { problem: `${file}: ${result.problem}` };
    merged = withFiles(merged, { [file]: result.text });
  }
  const items = crateItems(parser, merged);
  const { added, changed, removed } = itemChanges(crateItems(parser, crate), items);
  const [other] = [...changed.map(({ before }) => before), ...removed];
  if (other !== undefined) {
    return { problem: `${other.path} of ${other.file} is there already: give only what is new` };
  }
  const early = added.find(
    ({ item, path }) =>
      item.body !== undefined && !path.split(' > ').some((part) => /^impl\b.* for /.test(part)),
  );
  if (early !== undefined) {
    return { problem: `${early.path} of ${early.file} is a function: these are written later` };
  }
  const paths = new Set(
    [...items.values()].flatMap(({ file, path, item }) =>
      /^type \w+$/.test(path) ? [[...modulePath(file), item.name].join('::')] : [],
    ),
  );
  const absent = types.find(({ rust }) => rust !== undefined && !paths.has(rust));
  if (absent !== undefined) {
    return {
      problem: `there is no type ${absent.rust} in the code, which is to stand for ${absent.c}`,
    };
  }
  const diagnosis = await cargo.diagnose(await cargo.format(merged));
  const error = diagnosis.diagnostics.find(({ kind }) => kind !== 'warning');
  if (error !== undefined) {
    return {
      problem: `it does not build: ${error.message.slice(0, 1500)} (${error.file}:${error.line})`,
    };
  }
  if (diagnosis.problem !== undefined) {
    return { problem: `it does not build: ${diagnosis.problem.slice(0, 1500)}` };
  }
  return { files: diagnosis.files };
}
