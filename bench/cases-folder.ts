import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { languageOfPath } from '../src/code/syntax/language.ts';
import { CASE_TYPES, FOLDER_TYPES, NAME_TYPES } from './case-types.ts';

const metadataSchema = z.object({
  vulnerability_type: z.string(),
  cross_file: z.boolean(),
  cwe: z.string().optional(),
  expected_issues: z.array(
    z.object({
      pattern: z.string(),
      file: z.string(),
      line: z.number().optional(),
      function: z.string().optional(),
    }),
  ),
});

/** Something that a scan of `path` should find, or must leave alone. */
export interface Case {
  /** The folder below the root, for the table. */
  readonly folder: string;
  readonly name: string;
  /** What is scanned: one file, or a folder whose files belong together. */
  readonly path: string;
  readonly positive: boolean;
  readonly rule: string;
  readonly cwe: readonly number[];
  /** Further conditions of a case with several files; the line counts where no function is named. */
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
}

/** Reads every case below a folder, by path. */
export function readCases(root: string, below = ''): Case[] {
  const folder = join(root, below);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  const metadata = readMetadata(folder);
  const here = metadata?.cross_file
    ? crossFileCases(below, folder, metadata)
    : entries
        .filter((entry) => entry.isFile() && languageOfPath(entry.name) !== undefined)
        .map((entry) => fileCase(below, join(folder, entry.name), metadata));
  const deeper = entries.filter((entry) => entry.isDirectory());
  return [...here, ...deeper.flatMap((entry) => readCases(root, join(below, entry.name)))];
}

type Metadata = z.infer<typeof metadataSchema>;

function readMetadata(folder: string): Metadata | undefined {
  const path = join(folder, 'metadata.json');
  if (!existsSync(path)) return undefined;
  return metadataSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function fileCase(folder: string, path: string, metadata: Metadata | undefined): Case {
  const name = basename(path);
  return {
    folder,
    name,
    path,
    positive: name.startsWith('positive'),
    ...typeOf(folder, name, metadata),
  };
}

/** One case for each expected place; a folder that expects none is one negative case. */
function crossFileCases(folder: string, path: string, metadata: Metadata): Case[] {
  if (metadata.expected_issues.length === 0) {
    const type = typed(metadata.vulnerability_type);
    return [{ folder, name: 'no issue', path, positive: false, ...type }];
  }
  return metadata.expected_issues.map(({ pattern, file, line, function: inside }) => ({
    folder,
    name: `${pattern} in ${file}`,
    path,
    positive: true,
    file,
    ...typed(pattern),
    ...(line === undefined ? {} : { line }),
    ...(inside === undefined ? {} : { function: inside }),
  }));
}

function typeOf(folder: string, name: string, metadata: Metadata | undefined) {
  const base = basename(folder);
  const [, number, rest = base] = /^cwe(\d+)_(.+)$/.exec(base) ?? [];
  const plain = rest.replace(/^rust_/, '').replace(/(_fp)?_(safe_)?check$/, '');
  const byName = NAME_TYPES.find(([word]) => word.test(name))?.[1];
  const type =
    FOLDER_TYPES[base] ?? metadata?.vulnerability_type ?? (base === 'edge_cases' ? byName : plain);
  const named = [number, metadata?.cwe?.replace(/^CWE-/, '')];
  return typed(type ?? plain, named.filter((cwe) => cwe !== undefined).map(Number));
}

function typed(type: string, cwe: readonly number[] = []) {
  return { rule: type, cwe: [...cwe, ...(CASE_TYPES[type] ?? [])] };
}
