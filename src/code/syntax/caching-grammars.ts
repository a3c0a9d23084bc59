import type { Grammars } from './grammar.ts';
import type { SyntaxTree } from './syntax.ts';

/** The same grammars, which give a text that was parsed a moment ago its tree again: of so many texts at most. */
export function cachingGrammars(grammars: Grammars, maxTrees: number): Grammars {
  const trees = new Map<string, SyntaxTree>();
  return {
    parser: (language) => grammars.parser(language),
    async tree(language, text) {
      const key = `${language} ${text}`;
      const tree = trees.get(key) ?? (await grammars.tree(language, text));
      trees.delete(key);
      trees.set(key, tree);
      for (const oldest of trees.keys()) if (trees.size > maxTrees) trees.delete(oldest);
      return tree;
    },
  };
}
