import { readSourceText, TEXT_LIMITS } from '../../../workspace/files/source-text.ts';
import { includedHeaders } from '../../scan/included-headers.ts';

/**
 * The texts of the headers of a project that one of its files includes, directly or through others.
 * @param root of the project
 * @param project its files, below the root
 */
export function* headerTexts(
  root: string,
  file: string,
  project: readonly string[],
): Generator<string> {
  const read = (path: string) => {
    const source = readSourceText(root, path, TEXT_LIMITS);
    return 'skip' in source ? undefined : source.text;
  };
  for (const header of includedHeaders([file], { read, folders: [], project })) {
    const text = read(header);
    if (text !== undefined) yield text;
  }
}
