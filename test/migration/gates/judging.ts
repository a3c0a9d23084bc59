import { type Crate, parseCrate } from '../../../src/code/rust/crate/crate.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';

const grammars = loadGrammars();

export const rustParser = await grammars.parser('rust');
export const cParser = await grammars.parser('c');

/** A crate of one library file, or of the files given. */
export function crateOf(files: string | Readonly<Record<string, string>>): Crate {
  const texts = typeof files === 'string' ? { 'src/lib.rs': files } : files;
  return parseCrate(rustParser, new Map(Object.entries(texts)));
}
