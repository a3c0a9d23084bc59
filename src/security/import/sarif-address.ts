import { join, normalize } from 'node:path/posix';
import type { SarifAddress, SarifRun } from './sarif-schema.ts';

/** Bases may lean on bases; a circle of them must end. */
const MAX_BASES = 8;
/** No system has longer paths. */
const MAX_ADDRESS = 4_096;

/** What scanners call the folder of the project, as opposed to one of the system. */
const PROJECT_BASE = /^%?(?:(?:src|source|repo|project)_?(?:root|dir)|rootpath|pwd)%?$/i;

/** Folders that the addresses of a log are seen from; all absolute. */
export interface PathRoots {
  /** The scanned folder, by every name it is known by. */
  readonly roots: readonly string[];
  /** Where the user stands: scanners give paths relative to where they were run. */
  readonly folder: string;
}

/**
 * The paths below the scanned folder that an address may mean, the likeliest first. Only names
 * are compared; nothing is opened. Empty where the address leads out of the folder.
 */
export function candidatePathsOf(
  address: SarifAddress | undefined,
  run: SarifRun,
  pathRoots: PathRoots,
): string[] {
  const own = address?.uri === undefined ? artifactOf(address, run) : address;
  if (own?.uri === undefined || own.uri === '') return [];
  const base = baseOf(own.uriBaseId, run);
  const elsewhere = isElsewhere(own.uriBaseId, base, pathRoots);
  const paths = spellings(own.uri).flatMap((path) => {
    if (path.startsWith('/')) return below(path, pathRoots);
    if (base.length === 0 || elsewhere) return resolve(path, pathRoots);
    return base.flatMap((folder) => resolve(join(folder, path), pathRoots));
  });
  return [...new Set(paths)];
}

/** Whether a log was made on another machine, so that the rest of the address says where. */
function isElsewhere(
  id: string | undefined,
  base: readonly string[],
  { roots }: PathRoots,
): boolean {
  if (!PROJECT_BASE.test(id ?? '')) return false;
  return base.every(
    (folder) => folder.startsWith('/') && !roots.some((root) => meet(folder, root)),
  );
}

/** Whether one of two folders is in the other. */
function meet(left: string, right: string): boolean {
  const [a, b] = [`${normalize(left)}/`, `${normalize(right)}/`].map((path) =>
    path.replace(/\/+$/, '/'),
  );
  return a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a));
}

function artifactOf(address: SarifAddress | undefined, run: SarifRun): SarifAddress | undefined {
  return run.artifacts[address?.index ?? -1]?.location;
}

/** The folder that a base stands for, as it may be spelled; empty where the log does not say. */
function baseOf(id: string | undefined, run: SarifRun, depth = 0): string[] {
  const known = id !== undefined && Object.hasOwn(run.originalUriBaseIds, id);
  const base = known ? run.originalUriBaseIds[id] : undefined;
  if (base?.uri === undefined || depth > MAX_BASES) return [];
  const outer = baseOf(base.uriBaseId, run, depth + 1);
  return spellings(base.uri).flatMap((path) =>
    path.startsWith('/') || outer.length === 0
      ? [path]
      : outer.slice(0, 1).map((folder) => join(folder, path)),
  );
}

/** The path of an address: with its escapes read, and as it is, for tools that write plain paths. */
function spellings(uri: string): string[] {
  if (uri.length > MAX_ADDRESS) return [];
  const path = uri.replaceAll('\\', '/').replace(/^file:(?:\/\/[^/]*)?(?=\/)/i, '');
  // Another scheme, or the drive of another system.
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return [];
  return [...new Set([decoded(path), path])];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolve(path: string, { roots, folder }: PathRoots): string[] {
  if (path.startsWith('/')) return below(path, { roots, folder });
  return [...roots, folder].flatMap((start) => below(join(start, path), { roots, folder }));
}

function below(path: string, { roots }: PathRoots): string[] {
  const whole = normalize(path);
  return roots.flatMap((root) => {
    const prefix = root.endsWith('/') ? root : `${root}/`;
    return whole.startsWith(prefix) ? [whole.slice(prefix.length)] : [];
  });
}
