import { createRequire } from 'node:module';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import type { Language } from './language.ts';

const FILES: Readonly<Record<Language, string>> = {
  c: 'tree-sitter-c/tree-sitter-c.wasm',
  cpp: 'tree-sitter-cpp/tree-sitter-cpp.wasm',
  rust: 'tree-sitter-rust/tree-sitter-rust.wasm',
};

/** The grammars of this process, loaded once each, on first use. */
export interface Grammars {
  parser(language: Language): Promise<Parser>;
}

/** Grammars from the WebAssembly files that the tree-sitter packages ship. */
export function loadGrammars(): Grammars {
  const { resolve } = createRequire(import.meta.url);
  const parsers = new Map<Language, Promise<Parser>>();
  async function load(language: Language): Promise<Parser> {
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Grammar.load(resolve(FILES[language])));
    return parser;
  }
  return {
    parser(language) {
      const known = parsers.get(language) ?? load(language);
      parsers.set(language, known);
      return known;
    },
  };
}
