/** Words of Rust that C names may be. */
const RESERVED =
  /^(?:as|async|await|box|const|crate|dyn|enum|extern|fn|impl|in|let|loop|match|mod|move|mut|pub|ref|self|super|trait|type|unsafe|use|where|yield|final|abstract|become|do|macro|override|priv|try|typeof|unsized|virtual|true|false)$/;

/** A C name as Rust may have it. */
export function rustName(name: string): string {
  return RESERVED.test(name) ? `${name}_` : name;
}

/** `struct chtrie_edge` as `ChtrieEdge`. */
export function rustTypeName(name: string): string {
  const words = name.replace(/^(?:struct|union|enum)\s+/, '').split(/[^A-Za-z0-9]+/);
  return words
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
    .join('')
    .replace(/^(?=\d|$)/, 'Type');
}
