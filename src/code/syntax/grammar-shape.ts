import type { Language as Grammar } from 'web-tree-sitter';
import { z } from 'zod';

/** What a grammar says of each node type, by the type's id: it saves questions while copying a tree. */
export interface GrammarShape {
  readonly isNamed: Uint8Array;
  /** Children of the type may stand in fields. */
  readonly hasFields: Uint8Array;
  /** The type has no children. */
  readonly isLeaf: Uint8Array;
  /** Brackets and the like, which the shape of the tree tells already. */
  readonly isPunctuation: Uint8Array;
  readonly isComment: Uint8Array;
}

const PUNCTUATION = new Set(['(', ')', '{', '}', '[', ']', ';', ',', '#include', '\n', '"', "'"]);
const COMMENTS = new Set(['comment', 'line_comment', 'block_comment']);

const nodeTypesSchema = z.array(
  z.object({
    type: z.string(),
    named: z.boolean(),
    fields: z.record(z.string(), z.unknown()).optional(),
    children: z.unknown().optional(),
    subtypes: z.array(z.unknown()).optional(),
  }),
);

const shapes = new WeakMap<Grammar, GrammarShape>();

/** Notes the shape of a grammar from the `node-types.json` that its package ships. */
export function registerGrammarShape(grammar: Grammar, nodeTypes: unknown): void {
  const entries = new Map(
    nodeTypesSchema
      .parse(nodeTypes)
      .filter((entry) => entry.named)
      .map((entry) => [entry.type, entry]),
  );
  const shape = emptyShape(grammar);
  grammar.types.forEach((type, id) => {
    const entry = entries.get(type);
    if (entry === undefined || shape.isNamed[id] === 0) return;
    shape.hasFields[id] = Object.keys(entry.fields ?? {}).length > 0 ? 1 : 0;
    const isLeaf =
      shape.hasFields[id] === 0 && entry.children === undefined && entry.subtypes === undefined;
    shape.isLeaf[id] = isLeaf && LEAVES.test(type) ? 1 : 0;
  });
  shapes.set(grammar, shape);
}

/** Types that are one token; other childless types may still hold tokens that matter. */
const LEAVES =
  /^(?:(?:field_|type_|statement_)?identifier|number_literal|integer_literal|comment)$/;

/** The shape of a grammar; one that was not described may have anything anywhere. */
export function shapeOf(grammar: Grammar): GrammarShape {
  const known = shapes.get(grammar);
  if (known !== undefined) return known;
  const shape = emptyShape(grammar);
  shape.hasFields.fill(1);
  shapes.set(grammar, shape);
  return shape;
}

function emptyShape(grammar: Grammar): GrammarShape {
  const count = grammar.types.length;
  const isNamed = new Uint8Array(count);
  for (let id = 0; id < count; id += 1) isNamed[id] = grammar.nodeTypeIsNamed(id) ? 1 : 0;
  return {
    isNamed,
    hasFields: new Uint8Array(count),
    isLeaf: new Uint8Array(count),
    isPunctuation: Uint8Array.from(grammar.types, (type) => (PUNCTUATION.has(type) ? 1 : 0)),
    isComment: Uint8Array.from(grammar.types, (type) => (COMMENTS.has(type) ? 1 : 0)),
  };
}
