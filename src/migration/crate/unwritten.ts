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
    ({ isTest, item: { body } }) => !isTest && body !== undefined && isUnwritten(body),
  );
}

/**
 * Functions whose body does nothing with what they are given: it is empty, or one plain value. In a given
 * interface that may stand for a body that is still to come.
 */
export function hollowItems(parser: SourceParser, files: CrateFiles): CrateItem[] {
  return [...crateItems(parser, files).values()].filter(
    ({ isTest, item: { body, head } }) =>
      !isTest && body !== undefined && isHollow(body) && /\(\s*[^)\s]/.test(head),
  );
}

const PLAIN_VALUE =
  /^(?:-?\d\w*|true|false|None|\(\s*\)|""|(?:String|Vec)::new\(\)|vec!\[\s*\]|Default::default\(\))?$/;

function isHollow(body: string): boolean {
  return PLAIN_VALUE.test(withoutComments(body).trim());
}

function withoutComments(body: string): string {
  return body.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
}

/** An item by its file and path, such as `src/a.rs: impl Buf > fn new`. */
export function nameInCrate({ file, path }: CrateItem): string {
  return `${file}: ${path}`;
}

/** Whether the body of a function is `todo!` or `unimplemented!` and nothing else. */
export function isUnwritten(body: string): boolean {
  return body.includes('!') && isStub(body);
}

/** Whether the body of a function is a placeholder: nothing but `todo!` or `unimplemented!`, and comments. */
export function isStub(body: string): boolean {
  return /^(?:(?:unimplemented|todo)!\s*\([^)]*\);?)?$/.test(withoutComments(body).trim());
}
