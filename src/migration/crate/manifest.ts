/** A manifest that names a crate among its dependencies, which need not be there yet. */
export function addDependency(manifest: string, name: string, version: string): string {
  const line = `${name} = "${version}"`;
  const [head = '', rest] = manifest.split(/^\[dependencies\][ \t]*\n/m, 2);
  if (rest === undefined) return `${manifest.trimEnd()}\n\n[dependencies]\n${line}\n`;
  const end = rest.search(/^\[/m);
  const section = end < 0 ? rest : rest.slice(0, end);
  if (new RegExp(`^"?${name}"?\\s*[=.]`, 'm').test(section)) return manifest;
  const lines = [...section.split('\n').filter((one) => one.trim() !== ''), line].sort();
  const after = end < 0 ? '' : `\n${rest.slice(end)}`;
  return `${head}[dependencies]\n${lines.join('\n')}\n${after}`;
}

/** The names of the crates that a manifest depends on. */
export function dependenciesOf(manifest: string): string[] {
  const section =
    /^\[dependencies\][ \t]*\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(manifest)?.[1] ?? '';
  return [...section.matchAll(/^"?([\w-]+)"?\s*[=.]/gm)].map(([, name = '']) => name);
}

/** The name of the library that a manifest describes, as Rust code writes it. */
export function libraryName(manifest: string): string | undefined {
  return /^name\s*=\s*"([\w-]+)"/m.exec(manifest)?.[1]?.replaceAll('-', '_');
}
