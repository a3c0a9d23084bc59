import * as z from 'zod';
import { promptHashesSchema } from '../../model/prompts/prompt-hashes.ts';
import { ARTIFACTS, loadArtifact, loadArtifactFolder } from './artifact-folder.ts';
import { loadSymbolMap, mappingOf } from './symbol-map.ts';

/** The name of the artifact. */
export const TYPES_FILE = 'types.json';

const laidOutTypeSchema = z.object({
  /** As C code names it: `struct point`. */
  c: z.string(),
  /** The path of what stands for it, such as `shape::Point`; missing where nothing does. */
  rust: z.string().optional(),
  /** Who owns what it leads to, and what ends it; or what stands in its place. */
  owner: z.string(),
  /** What its fields are, as in `records` of a mapping. */
  fields: z.record(z.string(), z.json()).optional(),
  /** Why values of both cannot be put side by side: then functions are compared by sequences of calls. */
  by_calls: z.string().optional(),
});

/** What stands in Rust for the records and enums of the C. */
export const typeLayoutSchema = z.object({
  types: z.array(laidOutTypeSchema),
  /** Of the prompt that was asked with; missing in what older versions wrote. */
  prompts: promptHashesSchema.optional(),
  /** Set where the types are too many for one question: each function lays out those that it is the first to need. */
  grows: z.literal(true).optional(),
});

export type LaidOutType = z.infer<typeof laidOutTypeSchema>;
export type TypeLayout = z.infer<typeof typeLayoutSchema>;

const NO_TYPES: TypeLayout = { types: [] };

/** What was laid out before the first function, and by functions since; nothing where that was not done. */
export function loadTypeLayout(project: string): TypeLayout {
  const first = loadArtifact(project, TYPES_FILE, typeLayoutSchema) ?? NO_TYPES;
  return loadArtifactFolder(project, 'types', typeLayoutSchema).reduce(extendedLayout, first);
}

/** A layout with what another one says of types that it has not. */
export function extendedLayout(layout: TypeLayout, more: TypeLayout): TypeLayout {
  const known = new Set(layout.types.map(({ c }) => c));
  const added = more.types.filter(({ c }) => !known.has(c));
  return { ...layout, types: [...layout.types, ...added] };
}

/** What functions have laid out, below the project: a file for each step, so that steps do not get in each other's way. */
export const GROWN_TYPES_PATH = `${ARTIFACTS}/types/`;

/** The file of what a step has laid out, by its path below the project. */
export function grownTypesFile({
  functions: [first],
}: {
  readonly functions: readonly { readonly name: string; readonly file: string }[];
}): string {
  return `${GROWN_TYPES_PATH}${first?.file}/${first?.name.replace(/^.*:/, '')}.json`;
}

/** What is said of the fields of records, as it is written: by the layout, and by functions that did the same as the C. */
export function knownRecords(project: string, layout = loadTypeLayout(project)): KnownRecords {
  const laidOut = layout.types.flatMap(({ c, fields }) =>
    fields === undefined ? [] : [[c, fields] as const],
  );
  const said = loadSymbolMap(project).flatMap((symbol) => {
    if (symbol.evidence.kind !== 'equal' || mappingOf(symbol) === undefined) return [];
    return Object.entries(recordsSchema.safeParse(symbol.mapping).data?.records ?? {});
  });
  const records: Record<string, Record<string, z.core.util.JSONType>> = {};
  // What has held against the C goes before what was planned.
  for (const [name, fields] of [...said, ...laidOut]) {
    records[name] = { ...fields, ...records[name] };
  }
  return records;
}

const recordsSchema = z.object({
  records: z.record(z.string(), z.record(z.string(), z.json())).default({}),
});

/** What is said of each field, by record. */
export type KnownRecords = Readonly<Record<string, Readonly<Record<string, z.core.util.JSONType>>>>;

/** The layout as who plans and writes functions reads it; empty where there is none. */
export function layoutText({ types }: TypeLayout): string {
  if (types.length === 0) return '';
  const lines = types.map(({ c, rust, owner, fields = {}, by_calls: byCalls }) => {
    const said = owner === '' ? '' : `; ${owner}`;
    const known = Object.keys(fields).length === 0 ? '' : `; its fields: ${JSON.stringify(fields)}`;
    const calls = byCalls === undefined ? '' : '; compared through calls alone';
    const stands = rust === undefined ? 'nothing stands for it' : rust;
    return `// ${c}: ${stands}${said}${known}${calls}`.replaceAll(/\s+/g, ' ');
  });
  const head =
    '// What stands for the types of the C. That is settled: a struct may gain fields, an enum variants.';
  return [head, ...lines].join('\n');
}
