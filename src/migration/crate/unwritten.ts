import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from './crate-files.ts';
import { type CrateItem, crateItems } from './item-changes.ts';

/** Functions of a crate that have a signature and no body yet, such as `src/a.rs: impl Buf > fn new`. */
export function findUnwrittenFunctions(parser: SourceParser, files: CrateFiles): string[] {
  return unwrittenItems(parser, files).map(nameInCrate);
}

/** The same as items. */
export function unwrittenItems(parser: SourceParser, files: CrateFiles): CrateItem[] {
  return [...crateItems(parser, files).values()].filter(
    ({ isTest, item: { body } }) =>
      !isTest && body !== undefined && body.includes('!') && isStub(body),
  );
}

/** An item by its file and path, such as `src/a.rs: impl Buf > fn new`. */
export function nameInCrate({ file, path }: CrateItem): string {
  return `${file}: ${path}`;
}

/** Whether the body of a function is a placeholder: nothing but `todo!` or `unimplemented!`, and comments. */
export function isStub(body: string): boolean {
  const code = body.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
  return /^(?:(?:unimplemented|todo)!\s*\([^)]*\);?)?$/.test(code.trim());
}
