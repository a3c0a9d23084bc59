import type { OtherFunction, RustFunction } from '../items/items.ts';
import type { RustFile } from '../items/rust-file.ts';
import type { PassedRustTaint, ReturnedRustTaint, RustSurvey } from '../project/rust-knowledge.ts';
import { placedTaint } from '../state/taint.ts';
import { passedTaint, type RustFacts, returnedTaint } from './analyse-file.ts';

/** `Box::from_raw`, `Arc::<T>::from_raw` */
const TAKES_BACK = /\b(\w+)(?:::<[^>]*>)?::from_raw\b/g;

/** What the other files of the project need of a file that was analysed. */
export function surveyOfRust({ file, functions }: RustFacts): RustSurvey {
  const { tree, path } = file;
  const calls = new Map<string, OtherFunction>();
  const returned: ReturnedRustTaint[] = [];
  const passed: PassedRustTaint[] = [];
  for (const analysed of functions) {
    const { fn, events } = analysed;
    const taint = fn.isTest ? undefined : returnedTaint(analysed, file);
    if (taint !== undefined) {
      const { name, owner, trait } = fn;
      returned.push({ name, owner, trait, taint: placedTaint(taint, tree, path) });
    }
    for (const call of events.calls) {
      if (call.other === undefined || fn.isTest) continue;
      const { file: defining, signature } = call.other;
      calls.set(`${defining} ${signature.owner}::${signature.name}`, call.other);
      for (const [index, step] of passedTaint(call, fn, signature)) {
        const { name, owner } = signature;
        passed.push({ file: defining, name, owner, index, taint: placedTaint(step, tree, path) });
      }
    }
  }
  return {
    ...itemsOf(file),
    calls: [...calls.values()].map(({ file: defining, signature: { name, owner } }) => ({
      ...{ file: defining, name, owner },
    })),
    ...{ returned, passed: distinct(passed) },
  };
}

/** What there is to call and to look up in a file, and nothing of what its functions do. */
export function itemsOf(file: RustFile): RustSurvey {
  return {
    file: file.path,
    functions: [
      ...[...file.functions, ...file.macros].filter((fn) => !fn.isTest && !isOfMacro(fn)),
      ...file.declared,
    ].map(({ name, owner, trait, returns, hasSelf }) => ({ name, owner, trait, returns, hasSelf })),
    structs: file.structs
      .filter(({ name }) => !name.startsWith('$'))
      .map(({ name, fields }) => ({
        name,
        fields: fields.map((field) => ({ name: field.name, type: field.type })),
      })),
    testModules: file.testModules,
    takesBack: [
      ...new Set([...file.tree.text.matchAll(TAKES_BACK)].map(([, type = '']) => type)),
    ].sort(),
    ...{ calls: [], returned: [], passed: [] },
  };
}

/** Whether a name or an owner is what a use of a macro says. */
function isOfMacro({ name, owner }: RustFunction): boolean {
  return name.startsWith('$') || owner.startsWith('$');
}

/** One of several that pass the same kind of data to the same parameter. */
function distinct(passed: readonly PassedRustTaint[]): PassedRustTaint[] {
  const kept = new Map<string, PassedRustTaint>();
  for (const each of passed) {
    const key = `${each.file} ${each.owner}::${each.name} ${each.index} ${each.taint.kind}`;
    if (!kept.has(key)) kept.set(key, each);
  }
  return [...kept.values()];
}
