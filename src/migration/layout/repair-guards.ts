import { rustTokens } from '../../code/rust/account/tokens.ts';
import { type CrateFiles, isSameCrate, sourcePaths } from '../crate/crate-files.ts';
import { modulePath } from '../crate/module-plan.ts';

/** What a repair may not bring: it hides what is wrong, or is no safe Rust. Matched on tokens with a space between. */
const UNWANTED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['unsafe', /\bunsafe\b/g],
  ['extern', /\bextern\b/g],
  ['a raw pointer', /\* (?:const|mut)\b/g],
  ['static mut', /\bstatic mut\b/g],
  ['an attribute that hides warnings', /# (?:! )?\[ (?:allow|expect)\b/g],
  ['cfg', /\bcfg(?:_attr)?\b/g],
  ['ignore', /# \[ ignore\b/g],
  ['a path of a module', /# \[ path\b/g],
  ['a body that panics', /\b(?:todo|unimplemented|unreachable|panic|unreachable_unchecked) !/g],
  ['include', /\binclude(?:_str|_bytes)? !/g],
];

const DECLARES = new Set([
  'fn',
  'struct',
  'enum',
  'union',
  'trait',
  'type',
  'const',
  'static',
  'mod',
]);

/**
 * What a repair of a laid-out crate does that it may not, in one sentence for the model that made it; undefined when
 * nothing. The text tells, since a crate that does not build may not parse.
 * @param duplicated names that the compiler says are declared more than once: one of these declarations may go
 */
export function forbiddenRepair(
  before: CrateFiles,
  after: CrateFiles,
  duplicated: ReadonlySet<string>,
): string | undefined {
  if (isSameCrate(before, after)) return 'it changes nothing';
  const other = [...new Set([...before.keys(), ...after.keys()])].find(
    (path) => before.get(path) !== after.get(path) && !sourcePaths(before).includes(path),
  );
  if (other !== undefined) return `it changes ${other}, which is no source of the crate`;
  for (const file of sourcePaths(before)) {
    const [old, now] = [readTokens(before.get(file)), readTokens(after.get(file))];
    const brought = UNWANTED.find(
      ([, pattern]) => count(now.text, pattern) > count(old.text, pattern),
    );
    if (brought !== undefined) return `it brings ${brought[0]} into ${file}`;
    const gone = [...old.declared].find(([declared, times]) => {
      const left = now.declared.get(declared) ?? 0;
      const isDuplicate = left > 0 && duplicated.has(declared.split(' ')[1] ?? '');
      return left < times && !isDuplicate && !isModuleWithoutFile(declared, file, before);
    });
    if (gone !== undefined) return `it takes away ${gone[0]} of ${file}, which is to stay`;
  }
  return undefined;
}

interface ReadTokens {
  readonly text: string;
  /** How often something of a name is declared, such as `fn area`. */
  readonly declared: ReadonlyMap<string, number>;
}

function readTokens(source = ''): ReadTokens {
  const tokens = rustTokens(source).filter(({ kind }) => kind !== 'text');
  const declared = new Map<string, number>();
  for (const [at, { text }] of tokens.entries()) {
    const next = tokens[at + 1];
    // `*const T` declares nothing.
    if (!DECLARES.has(text) || tokens[at - 1]?.text === '*') continue;
    if (next?.kind !== 'word' || DECLARES.has(next.text)) continue;
    const key = `${text} ${next.text}`;
    declared.set(key, (declared.get(key) ?? 0) + 1);
  }
  return { text: tokens.map(({ text }) => text).join(' '), declared };
}

function isModuleWithoutFile(declared: string, file: string, files: CrateFiles): boolean {
  const name = /^mod (\w+)$/.exec(declared)?.[1];
  if (name === undefined) return false;
  const folder = ['src', ...modulePath(file), name].join('/');
  return !files.has(`${folder}.rs`) && !files.has(`${folder}/mod.rs`);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
