import { type Language, languageOfPath } from '../../code/syntax/language.ts';
import { SOURCE_EXTENSIONS } from '../../workspace/files/source-files.ts';

/**
 * The files that a configuration leaves out, as lines of a `.gitignore`: what it excludes, then the
 * files of other languages. A header `.h` may be C or C++.
 */
export function excludedFiles(
  exclude: readonly string[],
  languages: readonly Language[],
): readonly string[] {
  const wanted = (extension: string) => {
    const language = languageOfPath(extension);
    const isEither = extension === '.h' && languages.includes('cpp');
    return isEither || language === undefined || languages.includes(language);
  };
  const others = SOURCE_EXTENSIONS.filter((extension) => !wanted(extension));
  return [...exclude, ...others.map((extension) => `*${extension}`)];
}
