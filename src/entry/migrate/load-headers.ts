import type { CHeader } from '../../migration/complete/completion-values.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { textLoader } from './replace-libraries.ts';

/** The headers of a C project, in the order of their paths; what cannot be read is left out. */
export function loadHeaders(sources: string): CHeader[] {
  const { files } = findSourceFiles(sources, { extensions: ['.h'] });
  const read = textLoader(sources);
  return files.flatMap(({ path }) => {
    const text = read(path);
    return text === undefined ? [] : [{ path, text }];
  });
}
