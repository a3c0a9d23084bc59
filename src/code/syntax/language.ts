/** The languages that are understood. A header is C until C++ is seen in it. */
export type Language = 'c' | 'cpp' | 'rust';

const ENDINGS: Readonly<Record<Language, string>> = {
  c: '.c .h .inc',
  cpp: '.cc .cpp .cxx .c++ .cp .hh .hpp .hxx .h++ .inl .ipp .tpp .tcc .txx .ixx .cppm .cu .cuh',
  rust: '.rs',
};

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ...endings('c'),
  ...endings('cpp'),
  ...endings('rust'),
]);

function endings(language: Language): [string, Language][] {
  return ENDINGS[language].split(' ').map((ending) => [ending, language]);
}

/** The endings of headers, and of other files that are there to be included. */
const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|tcc|txx|cuh)$/i;

/** Whether a path's ending is that of a file that others include, or of no language at all. */
export function isHeaderPath(path: string): boolean {
  return HEADER.test(path) || languageOfPath(path) === undefined;
}

/** The language a path's ending names, or undefined where it is none of ours. */
export function languageOfPath(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  // Compilers take `.C` for C++ and `.c` for C.
  if (path.endsWith('.C')) return 'cpp';
  return dot < 0 ? undefined : BY_EXTENSION.get(path.slice(dot).toLowerCase());
}

const CPP_ONLY =
  /^\s*(?:class\s+\w|namespace\b|template\s*<|using\s+(?:namespace\b|\w+\s*=)|(?:public|private|protected)\s*:)/m;

/**
 * The language of a file: a `.h` or `.inc` that holds C++ declarations is C++. Undefined for
 * a `.inc` that begins like a page of PHP or HTML, and where the ending says nothing.
 */
export function languageOf(path: string, text: string): Language | undefined {
  const language = languageOfPath(path);
  if (language !== 'c' || !/\.(?:h|inc)$/i.test(path)) return language;
  if (/\.inc$/i.test(path) && /^\s*<[?!a-z]/i.test(text)) return undefined;
  return cOrCpp(text);
}

/** The language of a file that is scanned: what a source includes under an odd ending is C or C++. */
export function languageOfScanned(path: string, text: string): Language | undefined {
  return languageOfPath(path) === undefined ? cOrCpp(text) : languageOf(path, text);
}

function cOrCpp(text: string): Language {
  return CPP_ONLY.test(text) ? 'cpp' : 'c';
}
