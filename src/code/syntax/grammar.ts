import { readFileSync } from 'node:fs';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import { grammarFiles } from '../../workspace/own-files.ts';
import { registerGrammarShape } from './grammar-shape.ts';
import type { Language } from './language.ts';
import type { SourceParser } from './source-parser.ts';
import { parseSyntax, type SyntaxTree } from './syntax.ts';

const PACKAGES: Readonly<Record<Language, string>> = {
  c: 'tree-sitter-c',
  cpp: 'tree-sitter-cpp',
  rust: 'tree-sitter-rust',
};

/** The grammars of this process, loaded once each, on first use. */
export interface Grammars {
  parser(language: Language): Promise<SourceParser>;
  /** The syntax tree of a text. */
  tree(language: Language, text: string): Promise<SyntaxTree>;
}

/** Grammars from the WebAssembly files that the tree-sitter packages ship. */
export function loadGrammars(): Grammars {
  const parsers = new Map<Language, Promise<Parser>>();
  async function load(language: Language): Promise<Parser> {
    await Parser.init();
    const parser = new Parser();
    const { wasm, nodeTypes } = grammarFiles(PACKAGES[language]);
    const grammar = await Grammar.load(wasm);
    registerGrammarShape(grammar, JSON.parse(readFileSync(nodeTypes, 'utf8')));
    parser.setLanguage(grammar);
    return parser;
  }
  function parser(language: Language): Promise<Parser> {
    const known = parsers.get(language) ?? load(language);
    parsers.set(language, known);
    return known;
  }
  return {
    parser,
    tree: async (language, text) => parseSyntax(await parser(language), text),
  };
}
