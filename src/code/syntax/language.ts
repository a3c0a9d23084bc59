/** The languages that are understood. A header is C until C++ is seen in it. */
export type Language = 'c' | 'cpp' | 'rust';

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  '.c': 'c',
  '.h': 'c',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cxx': 'cpp',
  '.hh': 'cpp',
  '.hpp': 'cpp',
  '.hxx': 'cpp',
  '.rs': 'rust',
};

/** The language a path's ending names, or undefined where it is none of ours. */
export function languageOfPath(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : BY_EXTENSION[path.slice(dot).toLowerCase()];
}

const CPP_ONLY =
  /^\s*(?:class\s+\w|namespace\b|template\s*<|using\s+(?:namespace\b|\w+\s*=)|(?:public|private|protected)\s*:)/m;

/** The language of a file: a `.h` that holds C++ declarations is C++. */
export function languageOf(path: string, text: string): Language | undefined {
  const language = languageOfPath(path);
  return language === 'c' && /\.h$/i.test(path) && CPP_ONLY.test(text) ? 'cpp' : language;
}
