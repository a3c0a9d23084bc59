import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';

/** Where a migration keeps what it knows, below the project's folder. */
export const ARTIFACTS = '.rustward/c2rust';

/** What belongs to one clone and is not committed. */
const LOCAL_ARTIFACTS = ['progress.json', 'pending.json', 'lock', 'lock-journal'];

/**
 * Makes the folder of artifacts. It is committed beside the code, but for what belongs to one clone.
 * A link in its way is refused.
 */
export function openArtifacts(project: string): string {
  const path = openStateFolder(project, 'c2rust');
  const ignore = join(path, '.gitignore');
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) {
    writeFileAtomically(ignore, `${LOCAL_ARTIFACTS.join('\n')}\n`);
  }
  return path;
}

/** The texts of all artifacts that are committed, by their paths below the project. */
export function committedArtifacts(project: string): Record<string, string> {
  const folder = openArtifacts(project);
  const paths = filesBelow(folder, '').filter((name) => !LOCAL_ARTIFACTS.includes(name));
  return Object.fromEntries(
    paths.map((path) => [`${ARTIFACTS}/${path}`, readFileSync(join(folder, path), 'utf8')]),
  );
}

/**
 * Reads an artifact; undefined where there is none.
 * @throws UsageError when it is not what it should be: state that is guessed at could lose work
 */
export function loadArtifact<Value>(
  project: string,
  name: string,
  schema: z.ZodType<Value>,
): Value | undefined {
  const text = artifactText(project, name);
  return text === undefined ? undefined : parseArtifact(`${ARTIFACTS}/${name}`, text, schema);
}

/** Reads an artifact of one file an object, in the order of their paths; empty where there is none. */
export function loadArtifactFolder<Value>(
  project: string,
  folder: string,
  schema: z.ZodType<Value>,
): Value[] {
  return filesBelow(join(project, ARTIFACTS), folder).flatMap(
    (name) => loadArtifact(project, name, schema) ?? [],
  );
}

/** Writes an artifact, whole or not at all. */
export function writeArtifact(project: string, name: string, value: unknown): void {
  const folder = makeFolderBelow(openArtifacts(project), dirname(name));
  writeFileAtomically(join(folder, basename(name)), jsonText(value));
}

/** A value as artifacts have it. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function artifactText(project: string, name: string): string | undefined {
  const path = join(project, ARTIFACTS, name);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return undefined;
  if (!entry.isFile()) throw new UsageError(`cannot read ${path}: it is not a file`);
  return readFileSync(path, 'utf8');
}

function parseArtifact<Value>(where: string, text: string, schema: z.ZodType<Value>): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new UsageError(`${where} is no JSON (${messageOf(thrown)}); restore it, or --reset`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${where} is wrong ${formatZodError(result.error)}; restore it, or --reset`);
}

/** The paths of files, relative to the root, in their order. Links are left out, and not followed. */
function filesBelow(root: string, folder: string): string[] {
  const entry = lstatSync(join(root, folder), { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((one) => {
      const path = folder === '' ? one.name : `${folder}/${one.name}`;
      if (one.isDirectory()) return filesBelow(root, path);
      return one.isFile() ? [path] : [];
    })
    .sort(byBytes);
}
