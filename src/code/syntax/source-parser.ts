import type { Parser } from 'web-tree-sitter';

/** A parser with its language set. */
export type SourceParser = Parser;
