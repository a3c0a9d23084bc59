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

/** The name by which code outside of a crate calls its library, by its manifest. */
export function libraryName(manifest: string): string {
  const nameIn = (table: string) => {
    const [, rest = ''] = manifest.split(new RegExp(`^\\[${table}\\][ \\t]*$`, 'm'), 2);
    const [section = ''] = rest.split(/^\[/m, 1);
    return /^\s*name\s*=\s*"([\w-]+)"/m.exec(section)?.[1];
  };
  return (nameIn('lib') ?? nameIn('package') ?? 'migrated').replaceAll('-', '_');
}
