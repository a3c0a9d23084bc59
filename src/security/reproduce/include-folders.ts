import { posix } from 'node:path';
import { STANDARD_HEADERS } from './standard-headers.ts';

/** What units of a tree include, as far as the tree tells. */
export interface Includes {
  /** Folders to look in for headers, relative to the root; the empty string is the root. */
  readonly folders: readonly string[];
  /** Names of headers that are neither in the tree nor of the system, in the order in which they are met. */
  readonly missing: readonly string[];
  /** The units, and what they include of the tree. */
  readonly read: readonly string[];
}

/** A tree as the search for headers sees it. */
export interface HeaderTree {
  /** All files, relative to the root. */
  readonly files: readonly string[];
  /** The text of one of them. */
  text(file: string): string;
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]/gm;

/** More files are not followed: a tree can include without end. */
const MAX_FILES = 600;

/**
 * Works out from which folders the headers of units come, as a build would say: each header is looked for as
 * the compiler does, and then anywhere in the tree, where the nearest one is taken.
 */
export function findIncludes(units: readonly string[], tree: HeaderTree): Includes {
  const known = new Set(tree.files);
  const byName = Map.groupBy(tree.files, (file) => posix.basename(file));
  const folders: string[] = [];
  const missing: string[] = [];
  const pending = [...units];
  const seen = new Set(pending);
  for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
    for (const [, mark, name = ''] of tree.text(file).matchAll(INCLUDE)) {
      const isQuoted = mark === '"';
      const found = lookUp(name, isQuoted, file);
      if (found === undefined) {
        if (!isOfSystem(name) && !missing.includes(name)) missing.push(name);
      } else if (!seen.has(found) && seen.size < MAX_FILES) {
        seen.add(found);
        pending.push(found);
      }
    }
  }
  return { folders, missing, read: [...seen] };

  function lookUp(name: string, isQuoted: boolean, from: string): string | undefined {
    const beside = posix.join(posix.dirname(from), name);
    if (isQuoted && known.has(beside)) return beside;
    for (const folder of folders) {
      const there = posix.join(folder, name);
      if (known.has(there)) return there;
    }
    if (!isQuoted && STANDARD_HEADERS.has(name)) return undefined;
    const places = (byName.get(posix.basename(name)) ?? []).filter(
      (file) =>
        (file === name || file.endsWith(`/${name}`)) &&
        (!FOREIGN_FOLDERS.test(file) || FOREIGN_FOLDERS.test(from)),
    );
    const [nearest] = places.toSorted((a, b) => distance(from, a) - distance(from, b));
    if (nearest === undefined) return undefined;
    const folder = nearest.slice(0, nearest.length - name.length).replace(/\/$/, '');
    folders.push(folder);
    return nearest;
  }
}

/** Headers of this and of other systems: those of others stand in branches that are not compiled. */
function isOfSystem(name: string): boolean {
  return (
    STANDARD_HEADERS.has(name) ||
    OTHER_SYSTEMS.test(name) ||
    /^(?:linux|asm|sys|net|netinet|arpa|bits)\//.test(name)
  );
}

/** Folders with headers for other systems, which a build for this one does not look into. */
const FOREIGN_FOLDERS =
  /(?:^|\/)(?:win(?:32|64|dows|ce)?|w32|vms|mac(?:os)?|macosx|xcode|android|ios|os2|os400|amiga|djgpp|dos|symbian|vc\d*|msvc\w*|bakefile)\//i;

const OTHER_SYSTEMS =
  /^(?:windows|windef|winbase|winsock2?|ws2tcpip|winioctl|wincrypt|bcrypt|io|process|direct|tchar|conio|share|crtdbg|sspi|wtypes|Availability\w*|TargetConditionals|vms\w*|unixio|os2|copyfile|membership)\.h$|^(?:mach|machine|CoreFoundation|Carbon|android)\//i;

/** How many folders lie between two files. */
function distance(one: string, other: string): number {
  const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared += 1;
  return a.length - shared + (b.length - shared);
}
