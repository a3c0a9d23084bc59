import { parse } from 'smol-toml';
import * as z from 'zod';
import type { Crate, CrateText } from '../../code/rust/crate/crate.ts';
import { messageOf } from '../../errors.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

const OBJECTS = /\.(?:o|a|so|obj|lib|dll|dylib|rlib|bc|ll|wasm)(?:\.\d+)*$/i;
const C_SOURCES = /\.(?:c|cc|cpp|cxx|h|hh|hpp|s|S|asm)$/;
const BUILDERS =
  /^(?:cc|cmake|bindgen|cbindgen|autotools|pkg-config|c2rust\S*|libloading|dlopen\d*|libc|corrosion\S*|autocxx\S*|cxx(?:-build)?|inline-c|cpp(?:_build)?)$/;

const manifestSchema = z.looseObject({
  package: z.looseObject({ links: z.unknown(), build: z.unknown() }).partial().optional(),
});

/** Fails what brings C into the crate: the Rust must stand on its own, and not call the judge. */
export function linkedC(crate: Crate): GateResult {
  const faults = [
    ...crate.others.flatMap(inOther),
    ...crate.files.flatMap(({ path, tree, foreign }) => [
      ...(/(?:^|\/)build\.rs$/.test(path)
        ? [wholeFile(path, `${path} runs before the build, and may link C`)]
        : []),
      ...foreign.map(({ name, node }) => ({
        file: path,
        line: tree.location(node).line,
        what: `${name} is declared to be linked from elsewhere`,
      })),
      ...inText(path, tree.text, tree.comments),
    ]),
  ];
  return resultOfFaults('linked C', faults, 'no C is linked');
}

function wholeFile(file: string, what: string): GateLocation {
  return { file, line: 0, what };
}

function inOther({ path, text }: CrateText): GateLocation[] {
  if (OBJECTS.test(path)) return [wholeFile(path, `${path} is compiled code`)];
  if (C_SOURCES.test(path)) return [wholeFile(path, `${path} is a C source within the crate`)];
  if (/(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(path)) {
    return /rustflags|linker|link-arg|runner|\[env\]|build-override|rustc-wrapper/.test(text)
      ? [wholeFile(path, `${path} changes how the crate is built`)]
      : [];
  }
  return /(?:^|\/)Cargo\.toml$/.test(path) ? inManifest(path, text) : [];
}

function inManifest(path: string, text: string): GateLocation[] {
  let manifest: z.infer<typeof manifestSchema>;
  try {
    manifest = manifestSchema.parse(parse(text));
  } catch (error) {
    return [wholeFile(path, `${path} cannot be read: ${messageOf(error).split('\n')[0] ?? ''}`)];
  }
  const { package: own } = manifest;
  const faults: GateLocation[] = [];
  if (own?.links !== undefined) faults.push(wholeFile(path, `${path} links ${String(own.links)}`));
  if (own?.build !== undefined && own.build !== false) {
    faults.push(wholeFile(path, `${path} names a build script`));
  }
  for (const name of dependenciesOf(manifest)) {
    if (BUILDERS.test(name))
      faults.push(wholeFile(path, `${path} depends on ${name}, which is there to reach C`));
  }
  return faults;
}

const tableSchema = z.record(z.string(), z.unknown());

/** The packages of every table of dependencies, whatever they are renamed to. */
function dependenciesOf(table: unknown, inDependencies = false): string[] {
  const read = tableSchema.safeParse(table);
  if (!read.success) return [];
  return Object.entries(read.data).flatMap(([key, value]) => {
    if (inDependencies) {
      const renamed = tableSchema.safeParse(value).data?.['package'];
      return typeof renamed === 'string' ? [key, renamed] : [key];
    }
    const isList = /^(?:dev-|build-)?dependencies$/.test(key);
    const isAround = /^(?:target|workspace|patch|cfg\(.*\)|.*-.*|crates-io)$/.test(key);
    return isList || isAround ? dependenciesOf(value, isList) : [];
  });
}

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/#!?\[\s*(?:unsafe\s*\(\s*)?link(?:_args)?\b[^\]]*/g, 'links a library'],
  [
    /\binclude_(?:bytes|str)!\s*\(\s*(?:concat!\s*\()?[^)]*\.(?:o|a|so|obj|lib|dll|dylib|c|bc|wasm)"/g,
    'holds compiled code',
  ],
  [/\b(?:global_asm|naked_asm|asm)!/g, 'is assembly'],
  [/\bdl(?:open|sym)\b|\blibloading\b/g, 'loads a library'],
  [/\bstd::process::Command\b|\bCommand::new\b/g, 'starts another program'],
];

function inText(
  path: string,
  text: string,
  comments: readonly { readonly start: number; readonly end: number }[],
): GateLocation[] {
  return PATTERNS.flatMap(([pattern, what]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !comments.some(({ start, end }) => start <= index && index < end))
      .map((match) => ({
        file: path,
        line: text.slice(0, match.index).split('\n').length,
        what: `${match[0].trim().slice(0, 60)} ${what}`,
      })),
  );
}
