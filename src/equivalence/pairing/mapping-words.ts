import * as z from 'zod';
import { mappingSchema } from './mapping.ts';

/** What is read of a JSON Schema here. */
const nodeSchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  $ref: z.string().optional(),
  allOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  definitions: z.record(z.string(), z.unknown()).optional(),
});

type Node = z.infer<typeof nodeSchema>;

/**
 * The words of a mapping for who writes one: a line for each form, made of the schema by which it is read,
 * so that both cannot differ.
 */
export function mappingWords(): string {
  const root = mappingRoot();
  const part = (name: string) => nodeOf(root.properties?.[name]);
  const inside = (node: Node) => nodeOf(node.additionalProperties);
  const results = resolved(part('result'), root);
  return [
    'Forms of `c`, for a C parameter (`?` may be left out):',
    ...(inside(part('c')).oneOf ?? []).map((one) => lineOf(nodeOf(one), root)),
    mappingFieldWords(),
    'Forms of `result`, and of each RESULT within:',
    ...(results.anyOf ?? []).map((one) => lineOf(nodeOf(one), root)),
  ].join('\n');
}

/** The words for a field of a record, alone. */
export function mappingFieldWords(): string {
  const root = mappingRoot();
  const field = nodeOf(
    nodeOf(nodeOf(root.properties?.['records']).additionalProperties).additionalProperties,
  );
  return `Form of a field in \`records\`:\n- \`${formOf(field, root)}\`: ${FIELD_WORDS}`;
}

const FIELD_WORDS = [
  'of a pointer or an array, "length" tells how many elements it has, "room" the field that tells for how many there is room,',
  '"spare" how much memory is behind them (1 for a NUL that Rust does not hold), "text" that a NUL ends it,',
  '"written" that the C moves it on as it writes, and "room" tells how much more it may: Rust has a `Vec` of what was written, empty before a call;',
  '"rust" is the field of the Rust struct; "constant" what a field always is that Rust has no place for, else zero:',
  'an integer or a C function; "none" the number that stands for `None` where Rust has an `Option` of a number;',
  '"variants", of the number that tells what a union holds where Rust has an enum with fields: for each variant the number, and the C fields',
  'that its fields are, in order, where names and types do not tell',
].join(' ');

function mappingRoot(): Node {
  return nodeOf(z.toJSONSchema(mappingSchema, { io: 'input', target: 'draft-07' }));
}

function lineOf(node: Node, root: Node): string {
  const { description = '' } = node;
  const form =
    node.properties === undefined ? (/^[^:]*/.exec(description)?.[0] ?? '') : formOf(node, root);
  const words = node.properties === undefined ? description.slice(form.length + 2) : description;
  return `- \`${form}\`: ${words}`;
}

/** A value as it is written, with words in capitals where something stands in their place. */
function formOf(node: Node, root: Node): string {
  if (node.$ref !== undefined) return 'RESULT';
  if (node.properties !== undefined) {
    const required = new Set(node.required);
    const fields = Object.entries(node.properties).map(([name, value]) => {
      return `"${name}"${required.has(name) ? '' : '?'}: ${formOf(nodeOf(value), root)}`;
    });
    return `{ ${fields.join(', ')} }`;
  }
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (node.description !== undefined) return node.description;
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) {
    const forms = choices.map((one) => formOf(nodeOf(one), root));
    // One choice may be among those of another, such as "null" in `INTEGER or "null"`.
    const all = forms.flatMap((form) => (/[{[]/.test(form) ? [form] : form.split(' or ')));
    return [...new Set(all)].join(' or ');
  }
  if (node.type === 'array') return `[${formOf(nodeOf(node.items), root)}]`;
  if (node.type === 'boolean') return 'true';
  if (node.type === 'null') return 'null';
  if (node.additionalProperties !== undefined) {
    return `{ "RUST NAME": ${formOf(nodeOf(node.additionalProperties), root)} }`;
  }
  return node.type === 'integer' ? 'NUMBER' : '"TEXT"';
}

function resolved(node: Node, root: Node): Node {
  const reference = node.$ref ?? nodeOf(node.allOf?.[0]).$ref ?? '';
  const name = /^#\/definitions\/(.+)$/.exec(reference)?.[1];
  return name === undefined ? node : nodeOf(root.definitions?.[name]);
}

function nodeOf(value: unknown): Node {
  const parsed = nodeSchema.safeParse(value);
  return parsed.success ? parsed.data : {};
}
