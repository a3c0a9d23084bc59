import type { ClangNode, TypeTexts } from './tree-node.ts';

/** What a function takes the memory for that a pointer of its own leads to. */
export interface PointerUses {
  /** The pointer as it is looked through: `uint16_t *` where the C says `((uint16_t *)buf)[i]`. */
  readonly views: readonly { readonly of: string | FieldPlace; readonly as: TypeTexts }[];
  readonly passes: readonly PointerPass[];
  /** Fields that are set to lead into the memory of other fields. */
  readonly shares: readonly { readonly field: FieldPlace; readonly with: FieldPlace }[];
}

/** A field that is a pointer, of a record or behind a pointer to one. */
export interface FieldPlace {
  readonly owner: TypeTexts;
  readonly field: string;
}

/** A pointer that a function gives to another one, or has from it and gives back. */
export interface PointerPass {
  /** The parameter, `return`, or what is stored behind a parameter. */
  readonly of: string;
  readonly callee: string;
  /** Which argument of it; undefined for what it returns. */
  readonly at?: number;
}

/** In `of`: what the function returns. */
export const RETURNED = 'return';

/** The pointer behind a parameter that is a pointer to a pointer. */
export function behind(name: string): string {
  return `*${name}`;
}

/** Casts, and what stands around an expression without changing it. */
const CASTS = new Set(['ImplicitCastExpr', 'CStyleCastExpr']);
const WRAPPERS = new Set(['ParenExpr', 'ConstantExpr', 'FullExpr', 'ExprWithCleanups']);

/** They copy bytes between what both pointers lead to. */
const COPIES = new Set(['memcpy', 'memmove', '__builtin_memcpy', '__builtin_memmove']);

/**
 * Follows the pointer parameters of a function through its variables, without regard to order: as what types
 * the memory behind each is read or written, and which other functions are given it.
 */
export function pointerUsesOf(definition: ClangNode): PointerUses {
  const uses = new UseCollector();
  for (const { kind, id, name } of definition.inner) {
    if (kind === 'ParmVarDecl') uses.params.set(id, name);
  }
  for (const inner of definition.inner) uses.visit(inner);
  return uses.result();
}

class UseCollector {
  /** By id. */
  readonly params = new Map<string, string>();
  /** For each variable, by id: from which variables it has its value. */
  private readonly sources = new Map<string, Root[]>();
  private readonly stores: { field: FieldPlace; from: readonly Root[] }[] = [];
  private readonly views: { from: readonly Root[]; as: TypeTexts }[] = [];
  private readonly passes: { from: readonly Root[]; callee: string; at: number }[] = [];
  /** What is stored where a pointer to anything is. */
  private readonly told: { of: string; from: readonly Root[]; as: TypeTexts | undefined }[] = [];

  visit(node: ClangNode): void {
    const [first, second] = node.inner;
    if (node.kind === 'VarDecl' && first !== undefined) this.assign(node.id, first);
    else if (node.kind === 'BinaryOperator' && first !== undefined && second !== undefined) {
      this.assignment(unwrapped(first), second);
    } else if (node.kind === 'ReturnStmt' && first !== undefined) this.tell(RETURNED, first);
    else if (node.kind === 'CallExpr') this.call(node);
    else if (CASTS.has(node.kind) && first !== undefined) this.cast(node, first);
    for (const inner of node.inner) this.visit(inner);
  }

  result(): PointerUses {
    const views = this.views.flatMap(({ from, as }) =>
      this.placesOf(from).map((of) => ({ of, as })),
    );
    const given = this.passes.flatMap(({ from, callee, at }) =>
      this.paramsOf(from).map((of): PointerPass => ({ of, callee, at })),
    );
    const returned = this.told.flatMap(({ of, from }) =>
      this.rootsBehind(from).flatMap((root): PointerPass[] =>
        'call' in root ? [{ of, callee: root.call }] : [],
      ),
    );
    const passes = [...given, ...returned];
    const told = this.told.flatMap(({ of, from, as }) => {
      const types = this.rootsBehind(from).flatMap((root) => ('type' in root ? root.type : []));
      return [as ?? [], types].flat().map((type) => ({ of, as: type }));
    });
    const shares = this.stores.flatMap(({ field, from }) =>
      this.rootsBehind(from).flatMap((root) =>
        'field' in root && placeKey(root) !== placeKey(field) ? [{ field, with: root }] : [],
      ),
    );
    return {
      shares: unique(shares, (one) => `${placeKey(one.field)} ${placeKey(one.with)}`),
      views: unique([...views, ...told], ({ of, as }) => `${placeKey(of)} ${as.written}`),
      passes: unique(passes, ({ of, callee, at }) => `${of} ${callee} ${at}`),
    };
  }

  private assignment(to: ClangNode, value: ClangNode): void {
    if (to.kind === 'DeclRefExpr') this.assign(to.referenced?.id ?? '', value);
    const [place] = to.kind === 'MemberExpr' ? rootsOf(to) : [];
    if (place !== undefined && 'field' in place) {
      this.stores.push({ field: place, from: rootsOf(value) });
    }
    const [pointer] = to.inner;
    // `*out = value`
    if (to.kind !== 'UnaryOperator' || pointer === undefined || !isPointer(to.type)) return;
    for (const name of this.paramsOf(rootsOf(pointer))) this.tell(behind(name), value);
  }

  private assign(id: string, value: ClangNode): void {
    this.sources.set(id, [...(this.sources.get(id) ?? []), ...rootsOf(value)]);
  }

  /** A pointer is given away as one to anything: it has a type of its own, or the variables that it comes from. */
  private tell(of: string, value: ClangNode): void {
    const own = beneathCasts(value).type;
    this.told.push({ of, from: rootsOf(value), as: isPointer(own) ? own : undefined });
  }

  private cast(node: ClangNode, from: ClangNode): void {
    if (node.type === undefined || !isPointer(node.type) || !isPointer(from.type)) return;
    if (node.type.written === from.type?.written) return;
    this.views.push({ from: rootsOf(from), as: node.type });
  }

  private call(node: ClangNode): void {
    const [called, ...given] = node.inner;
    const callee = called === undefined ? undefined : beneathCasts(called).referenced;
    if (callee?.kind !== 'FunctionDecl') return;
    for (const [at, argument] of given.entries()) {
      const from = rootsOf(argument);
      if (from.length > 0) this.passes.push({ from, callee: callee.name, at });
    }
    const [to, source] = given;
    if (!COPIES.has(callee.name) || to === undefined || source === undefined) return;
    // Bytes become a value of the other side's type: `memcpy(&word, bytes + at, sizeof word)`.
    for (const [one, other] of [
      [to, source],
      [source, to],
    ] as const) {
      const as = beneathCasts(other).type;
      if (as === undefined || !isPointer(as) || !isOfBytes(beneathCasts(one).type)) continue;
      this.views.push({ from: rootsOf(one), as });
    }
  }

  /** The parameters that values of these variables may come from. */
  private paramsOf(roots: readonly Root[]): string[] {
    return this.placesOf(roots).filter((place) => typeof place === 'string');
  }

  private placesOf(roots: readonly Root[]): (string | FieldPlace)[] {
    return this.rootsBehind(roots).flatMap((root): (string | FieldPlace)[] => {
      if ('field' in root) return [root];
      const param = 'variable' in root ? this.params.get(root.variable) : undefined;
      return param === undefined ? [] : [param];
    });
  }

  private rootsBehind(roots: readonly Root[]): Root[] {
    const seen = new Set<string>();
    const all = [...roots];
    // It grows while it is walked.
    for (const root of all) {
      if (!('variable' in root) || seen.has(root.variable)) continue;
      seen.add(root.variable);
      all.push(...(this.sources.get(root.variable) ?? []));
    }
    return all;
  }
}

/** Where a pointer comes from: a variable by its id, a field, or what a function returns. */
type Root =
  | { readonly variable: string; readonly type: TypeTexts }
  | FieldPlace
  | { readonly call: string };

function placeKey(place: string | FieldPlace): string {
  return typeof place === 'string' ? place : `${place.owner.written}.${place.field}`;
}

/** Whose pointer an expression is, moved along or not. */
function rootsOf(node: ClangNode): Root[] {
  const [first] = node.inner;
  if (node.kind === 'DeclRefExpr')
    return node.type !== undefined && isPointer(node.type)
      ? [{ variable: node.referenced?.id ?? '', type: node.type }]
      : [];
  if (first === undefined) return [];
  if (CASTS.has(node.kind) || WRAPPERS.has(node.kind)) return rootsOf(first);
  if (!isPointer(node.type)) return [];
  switch (node.kind) {
    case 'CallExpr':
      return [{ call: beneathCasts(first).referenced?.name ?? '' }];
    case 'MemberExpr':
      return first.type === undefined ? [] : [{ owner: first.type, field: node.name }];
    case 'BinaryOperator':
    case 'CompoundAssignOperator':
    case 'ConditionalOperator':
      return node.inner.filter(({ type }) => isPointer(type)).flatMap(rootsOf);
    case 'UnaryOperator': {
      const inner = unwrapped(first);
      // `&list[at]`, else `p++`; what `*pp` leads to is another pointer.
      if (inner.kind === 'ArraySubscriptExpr') return inner.inner.flatMap(rootsOf);
      return inner.type?.written === node.type?.written ? rootsOf(inner) : [];
    }
    default:
      return [];
  }
}

function unwrapped(node: ClangNode): ClangNode {
  const [first] = node.inner;
  return first !== undefined && WRAPPERS.has(node.kind) ? unwrapped(first) : node;
}

function beneathCasts(node: ClangNode): ClangNode {
  const [first] = node.inner;
  const isAround = CASTS.has(node.kind) || WRAPPERS.has(node.kind);
  return first !== undefined && isAround ? beneathCasts(first) : node;
}

/** A pointer to data, as clang prints it. */
function isPointer(type: TypeTexts | undefined): boolean {
  const text = type?.desugared ?? type?.written ?? '';
  return /\*\s*(?:const|volatile|restrict|__restrict|\s)*$/.test(text) && !text.includes('(');
}

function isOfBytes(type: TypeTexts | undefined): boolean {
  return /\b(?:char|void)\b/.test(type?.desugared ?? type?.written ?? '');
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
