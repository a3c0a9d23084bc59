import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClangRecord } from '../../src/code/clang/types.ts';
import { isSameName } from '../../src/equivalence/name-matching.ts';
import type { RustCrate } from '../../src/equivalence/rust-api/rust-crate.ts';
import { interfaceOfFunction } from './interface-of-function.ts';
import { type EnumType, InterfaceOfTypes } from './interface-of-types.ts';
import { enumItem, structItem } from './items-of-types.ts';
import type { ProjectFunction } from './project-functions.ts';

const MANIFEST = '[package]\nname = "subject"\nversion = "0.1.0"\nedition = "2021"\n';

/** Writes a crate of what somebody would write for the C by its types; bodies are missing. */
export function writeCrateOfC(
  functions: readonly ProjectFunction[],
  textOf: (one: ProjectFunction) => string,
  folder: string,
): void {
  const enums = new Map<string, EnumType>();
  const records = new Map<string, { record: ClangRecord; types: InterfaceOfTypes }>();
  const texts = new Map<string, string>();
  for (const one of functions) {
    const { unit, function: f } = one;
    const types = new InterfaceOfTypes(unit.records, enums);
    for (const record of unit.records.values()) {
      const known = records.get(record.name)?.record.fields;
      const isNamed = record.name !== '' && record.tag !== 'union' && !/\b_/.test(record.name);
      if (isNamed && known === undefined) records.set(record.name, { record, types });
    }
    const text = interfaceOfFunction(f, types, textOf(one));
    if (text !== undefined && !texts.has(f.name)) texts.set(f.name, text);
  }
  const structs = [...records.values()].map(({ record, types }) => structItem(record, types));
  const items = [...structs, ...[...enums].map(enumItem), ...texts.values()];
  writeCrate(folder, new Map([['lib.rs', `${items.join('\n\n')}\n`]]));
}

/** Writes a crate of the `.rs` files of a folder, each a module. */
export function writeCrateOfInterface(interfaces: string, folder: string): void {
  const names = readdirSync(interfaces).filter((name) => name.endsWith('.rs'));
  const modules = names.map((name) => `pub mod ${name.replace(/\.rs$/, '')};\n`);
  writeCrate(folder, new Map([['lib.rs', modules.join('')]]));
  for (const name of names) cpSync(join(interfaces, name), join(folder, 'src', name));
}

function writeCrate(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'Cargo.toml'), MANIFEST);
  for (const [name, text] of files) writeFileSync(join(folder, 'src', name), text);
}

/** The path of the Rust function that stands for a C function, by its name; undefined without one. */
export function counterpart(c: string, crate: RustCrate): string | undefined {
  const all = crate.functions();
  const last = (path = '') => path.replace(/^.*::/s, '');
  const found =
    all.find(({ name }) => isSameName(c, name)) ??
    all.find(({ name, owner }) => isSameName(c, `${last(owner)}_${name}`)) ??
    all.find(({ name, owner }) => owner !== undefined && c.toLowerCase().endsWith(`_${name}`)) ??
    all.find(
      ({ name, owner }) =>
        owner !== undefined && name === 'new' && /(?:new|create|alloc|init|make)$/i.test(c),
    );
  return found?.path;
}
