import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { childOf, childrenOf, descendants, parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const grammars = loadGrammars();
const parser = await grammars.parser('c');
const parse = (text: string) => parseSyntax(parser, text);

describe('a tree', () => {
  test('leaves out punctuation, and keeps comments apart', () => {
    const tree = parse('int f(void) { return 1; /* one */ } // end\n');
    const types = [...descendants(tree.root)].map((node) => node.type);
    expect(types).not.toContain(';');
    expect(types).not.toContain('comment');
    expect(tree.comments.map((comment) => tree.textOf(comment))).toEqual(['/* one */', '// end']);
  });

  test('finds children by their role', () => {
    const tree = parse('int a = 1, b = 2;');
    const [declaration] = tree.root.children;
    if (declaration === undefined) throw new Error('no declaration');
    const type = childOf(declaration, 'type');
    expect(type === undefined ? '' : tree.textOf(type)).toBe('int');
    const declarators = childrenOf(declaration, 'declarator').map((node) => tree.textOf(node));
    expect(declarators).toEqual(['a = 1', 'b = 2']);
    expect(childOf(declaration, 'body')).toBeUndefined();
  });

  test('is empty where the parser was stopped, and the next text is read as any other', async () => {
    const cpp = await grammars.parser('cpp');
    const tree = parseSyntax(cpp, '::<'.repeat(10_000));
    expect(tree).toMatchObject({ abandoned: true, truncated: true, root: { children: [] } });
    const next = parseSyntax(cpp, 'int a = b<c>(d);');
    expect(next).toMatchObject({ abandoned: false, truncated: false, errors: 0 });
    expect(next.root.children.map(({ type }) => type)).toEqual(['declaration']);
  });

  test('counts what the grammar does not understand', () => {
    expect(parse('int x;').errors).toBe(0);
    expect(parse('int x = = ) 3;').errors).toBeGreaterThan(0);
  });

  test('knows each node by its parent', () => {
    const tree = parse('void f(void) { if (a) { b(); } }');
    for (const node of descendants(tree.root)) {
      for (const child of node.children) expect(child.parent).toBe(node);
    }
  });

  test('does not follow nesting that no person writes', () => {
    const deep = `int x = ${'('.repeat(3000)}1${')'.repeat(3000)};`;
    expect(parse(deep).truncated).toBe(true);
    expect(parse('int x = (((1)));').truncated).toBe(false);
  });
});

describe('a location', () => {
  test('counts lines and columns from one', () => {
    const tree = parse('int a;\n  int b;\n');
    expect(tree.location({ start: 9, end: 15 })).toEqual({
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 9,
    });
  });

  test('counts UTF-16 units, as the text does', () => {
    const text = 'char *s = "😀"; int after;';
    const start = text.indexOf('int after');
    expect(parse(text).location({ start, end: start + 3 }).column).toBe(start + 1);
  });

  test('agrees with splitting the text into lines', () => {
    const piece = fc.constantFrom('a', ' ', '\n', '\r\n', 'é', ';');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(40), (pieces, at) => {
        const text = pieces.join('');
        const start = Math.min(at, text.length);
        const lines = text.slice(0, start).split('\n');
        const { line, column } = parse(text).location({ start, end: start });
        expect([line, column]).toEqual([lines.length, (lines.at(-1)?.length ?? 0) + 1]);
      }),
    );
  });
});

describe('any text', () => {
  test('gives nodes in order, each inside its parent', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), (text) => {
        for (const node of descendants(parse(text).root)) {
          let last = node.start;
          for (const child of node.children) {
            expect(child.start).toBeGreaterThanOrEqual(last);
            expect(child.end).toBeLessThanOrEqual(node.end);
            last = child.start;
          }
        }
      }),
    );
  });
});
