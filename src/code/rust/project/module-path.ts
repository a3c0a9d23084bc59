/** Where a file lies in its crate. */
export interface ModulePath {
  /** The folder of the crate, relative to the root of the project: where its `src` is. */
  readonly crate: string;
  /** The modules from the root of the crate down: none for `lib.rs`. */
  readonly modules: readonly string[];
}

/** Folders of a package that each hold crates of their own, or the sources of one. */
const FOLDERS = /^(?:src|tests|benches|examples)$/;

/** The crate and the modules of a file by its path, as cargo lays them out. */
export function modulePathOf(path: string): ModulePath {
  const parts = path.split('/');
  const at = parts.lastIndexOf('src') >= 0 ? parts.lastIndexOf('src') : parts.findIndex(isFolder);
  if (at < 0) return { crate: parts.slice(0, -1).join('/'), modules: modulesOf(parts.slice(-1)) };
  return { crate: parts.slice(0, at).join('/'), modules: modulesOf(parts.slice(at + 1)) };
}

function isFolder(part: string): boolean {
  return FOLDERS.test(part);
}

function modulesOf(parts: readonly string[]): string[] {
  const last = (parts.at(-1) ?? '').replace(/\.rs$/, '');
  const folders = parts.slice(0, -1);
  return /^(?:mod|lib|main)$/.test(last) ? folders : [...folders, last];
}

/** The name by which other crates of the project call one: that of its folder, as cargo writes it. */
export function crateNameOf(crate: string): string {
  return crate.slice(crate.lastIndexOf('/') + 1).replaceAll('-', '_');
}
