import { spawnSync } from 'node:child_process';
import * as z from 'zod';

const placeSchema = z.object({
  offset: z.number().optional(),
  tokLen: z.number().optional(),
  includedFrom: z.unknown().optional(),
});

const nodeSchema = z.object({
  kind: z.string().optional(),
  loc: placeSchema.optional(),
  range: z.object({ begin: placeSchema, end: placeSchema }).optional(),
  type: z.object({ qualType: z.string() }).optional(),
  get inner() {
    return z.array(nodeSchema).optional();
  },
});

const fileSchema = z.object({ inner: z.array(z.unknown()) });
const itemSchema = z.object({ loc: placeSchema.optional() });

type ClangNode = z.infer<typeof nodeSchema>;

/** What clang says of the types in one file. */
export interface Types {
  /** The type of the expression that stands exactly there, before conversions; none in macros. */
  of(span: { readonly start: number; readonly end: number }): string | undefined;
  /** The type of the variable, parameter or function whose name stands there. */
  declared(offset: number): string | undefined;
}

/** What clang is given besides the file: a program counts where it compiles like this. */
export const CLANG_OPTIONS = ['-fsyntax-only', '-w', '-std=gnu11', '-xc'];

/**
 * The types of a C file of ASCII text.
 * @returns none where it does not compile
 */
export function clangTypes(text: string): Types | undefined {
  const { status, stdout } = spawnSync(
    'clang',
    [...CLANG_OPTIONS, '-Xclang', '-ast-dump=json', '-'],
    { input: text, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) return undefined;
  const expressions = new Map<string, string>();
  const names = new Map<number, string>();
  const gather = ({ kind = '', loc, range, type, inner = [] }: ClangNode): void => {
    const [start, last, length] = [range?.begin.offset, range?.end.offset, range?.end.tokLen];
    if (type !== undefined && kind.endsWith('Decl') && loc?.offset !== undefined)
      names.set(loc.offset, type.qualType);
    else if (type !== undefined && start !== undefined && last !== undefined) {
      const key = `${start}-${last + (length ?? 0)}`;
      if (kind !== 'ImplicitCastExpr' && !expressions.has(key)) expressions.set(key, type.qualType);
    }
    for (const child of inner) gather(child);
  };
  for (const item of fileSchema.parse(JSON.parse(stdout)).inner) {
    const { loc } = itemSchema.parse(item);
    // Headers are most of it, and are not asked for.
    if (loc?.offset !== undefined && loc.includedFrom === undefined) gather(nodeSchema.parse(item));
  }
  return {
    of: ({ start, end }) => expressions.get(`${start}-${end}`),
    declared: (offset) => names.get(offset),
  };
}
