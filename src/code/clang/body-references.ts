import type { ClangNode } from './tree-node.ts';
import { namesInType } from './type-syntax.ts';

/** What the body of a function refers to; each name once, in order of appearance. */
export interface BodyReferences {
  readonly calls: readonly string[];
  readonly addressTaken: readonly string[];
  readonly hasUnresolvedCalls: boolean;
  readonly globals: readonly string[];
  readonly types: readonly string[];
}

/** What is known of the declarations before and within a function, by their ids. */
export interface KnownDeclarations {
  /** Variables of file scope, and static locals. */
  readonly globals: ReadonlyMap<string, string>;
  /** For each constant of an enum: the id of the enum. */
  readonly enumConstants: ReadonlyMap<string, string>;
  /** How a type with constants is named when one of them is used. */
  readonly enumName: (id: string) => string;
}

/** What stands between a call and the name that it calls without changing whom. */
const TRANSPARENT = new Set([
  ...['ImplicitCastExpr', 'ParenExpr', 'CStyleCastExpr', 'ConstantExpr', 'UnaryOperator'],
  ...['FullExpr', 'ExprWithCleanups', 'MaterializeTemporaryExpr'],
]);

const CALLS = new Set(['CallExpr', 'CXXOperatorCallExpr', 'CXXMemberCallExpr']);

/** Whose types the source needs: what is only implied, such as a promotion, is left out. */
const TYPED = new Set([
  ...['VarDecl', 'ParmVarDecl', 'FieldDecl', 'TypedefDecl', 'CStyleCastExpr', 'MemberExpr'],
  ...['CompoundLiteralExpr', 'OffsetOfExpr', 'VAArgExpr', 'DeclRefExpr', 'CXXNewExpr'],
]);

/** Collects what a function refers to, its parameters included, or the first value of a variable. */
export function referencesOf(definition: ClangNode, known: KnownDeclarations): BodyReferences {
  const calls = new Set<string>();
  const addressTaken = new Set<string>();
  const globals = new Set<string>();
  const types = new Set<string>(namesInType(definition.type?.written ?? ''));
  let hasUnresolvedCalls = false;
  const callees = new Set<ClangNode>();
  const visit = (node: ClangNode) => {
    const { referenced } = node;
    if (CALLS.has(node.kind)) {
      const callee = calleeOf(node);
      if (callee === undefined) hasUnresolvedCalls = true;
      else callees.add(callee);
    }
    if (callees.has(node)) calls.add(referenced?.name ?? node.name);
    else if (node.kind === 'DeclRefExpr' && referenced !== undefined) {
      if (FUNCTIONS.has(referenced.kind)) addressTaken.add(referenced.name);
      const global = known.globals.get(referenced.id);
      if (global !== undefined) globals.add(global);
      const enumId = known.enumConstants.get(referenced.id);
      const enumName = enumId === undefined ? '' : known.enumName(enumId);
      if (enumName !== '') types.add(enumName);
    }
    const isType = TYPED.has(node.kind) && !FUNCTIONS.has(referenced?.kind ?? '');
    if (isType) for (const name of namesInType(node.type?.written ?? '')) types.add(name);
    for (const name of namesInType(node.argType?.written ?? '')) types.add(name);
    for (const inner of node.inner) visit(inner);
  };
  for (const inner of definition.inner) visit(inner);
  return {
    calls: [...calls],
    addressTaken: [...addressTaken],
    hasUnresolvedCalls,
    globals: [...globals],
    types: [...types],
  };
}

const FUNCTIONS = new Set(['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl']);

/** The node that names the function that a call calls; undefined when a pointer decides. */
function calleeOf(call: ClangNode): ClangNode | undefined {
  let node = call.inner[0];
  while (node !== undefined && TRANSPARENT.has(node.kind)) node = node.inner[0];
  if (node?.kind === 'DeclRefExpr' && FUNCTIONS.has(node.referenced?.kind ?? '')) return node;
  // A method is called through its object; clang tells its name only.
  if (node?.kind === 'MemberExpr' && call.kind === 'CXXMemberCallExpr') return node;
  return undefined;
}
