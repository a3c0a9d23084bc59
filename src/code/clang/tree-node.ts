import { LocationDecoder, type TokenLocation } from './token-location.ts';

/** A type as clang prints it: as written, and with typedefs looked through where that differs. */
export interface TypeTexts {
  readonly written: string;
  readonly desugared: string | undefined;
}

/** Another declaration that a node names. */
interface DeclarationName {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
}

/** A node of clang's tree: what Rustward knows of it, checked. */
export interface ClangNode {
  readonly kind: string;
  /** An address in clang's memory: the same within one tree only. */
  readonly id: string;
  /** Empty for what has none. */
  readonly name: string;
  readonly type: TypeTexts | undefined;
  /** Of `sizeof (type)`. */
  readonly argType: TypeTexts | undefined;
  readonly location: TokenLocation | undefined;
  readonly begin: TokenLocation | undefined;
  /** Where the last token begins. */
  readonly end: TokenLocation | undefined;
  readonly storageClass: string;
  readonly tag: string;
  readonly value: string;
  readonly previous: string;
  readonly isImplicit: boolean;
  /** Of a variable or parameter: whether something names it, `sizeof` and macros included. */
  readonly isMentioned: boolean;
  readonly isVariadic: boolean;
  readonly isBitfield: boolean;
  readonly isInitialized: boolean;
  /** Of a struct or union: whether its fields are here. */
  readonly isComplete: boolean;
  readonly fixedType: TypeTexts | undefined;
  /** What a reference refers to. */
  readonly referenced: DeclarationName | undefined;
  /** Of a type that is defined where it is used: that declaration. */
  readonly owned: DeclarationName | undefined;
  readonly inner: readonly ClangNode[];
}

/**
 * Reads one declaration of clang's tree after the other, in order: places build on those before.
 * Nothing of the text is believed: members of another type than clang prints count as missing.
 */
export class TreeParser {
  private readonly places = new LocationDecoder();

  /** @throws Error when the text is no JSON object with a kind. */
  parse(json: string): ClangNode {
    const node = this.node(JSON.parse(json));
    if (node === undefined) throw new Error('a declaration has no kind');
    return node;
  }

  private node(value: unknown): ClangNode | undefined {
    const members = membersOf(value);
    const kind = textOf(members?.get('kind'));
    // clang prints an empty object for a part that is missing: a `for` without a condition.
    if (members === undefined || kind === '') return undefined;
    const place = this.places.decode(members.get('loc'));
    const range = membersOf(members.get('range'));
    const begin = this.places.decode(range?.get('begin'));
    const end = this.places.decode(range?.get('end'));
    const inner: ClangNode[] = [];
    // All lists, in the order in which they are printed. In place: a call more would halve the depth.
    for (const list of members.values()) {
      if (!Array.isArray(list)) continue;
      const values: readonly unknown[] = list;
      for (const each of values) {
        const node = this.node(each);
        if (node !== undefined) inner.push(node);
      }
    }
    return {
      kind,
      id: textOf(members.get('id')),
      name: textOf(members.get('name')),
      type: typeOf(members.get('type')),
      argType: typeOf(members.get('argType')),
      location: place,
      begin,
      end,
      storageClass: textOf(members.get('storageClass')),
      tag: textOf(members.get('tagUsed')),
      value: textOf(members.get('value')),
      previous: textOf(members.get('previousDecl')),
      isImplicit: members.get('isImplicit') === true,
      isMentioned: members.get('isUsed') === true || members.get('isReferenced') === true,
      isVariadic: members.get('variadic') === true,
      isInitialized: members.has('init'),
      isBitfield: members.get('isBitfield') === true,
      isComplete: members.get('completeDefinition') === true,
      fixedType: typeOf(members.get('fixedUnderlyingType')),
      referenced: declarationOf(members.get('referencedDecl')),
      owned: declarationOf(members.get('ownedTagDecl')),
      inner,
    };
  }
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function typeOf(value: unknown): TypeTexts | undefined {
  const members = membersOf(value);
  const written = textOf(members?.get('qualType'));
  if (members === undefined || written === '') return undefined;
  return { written, desugared: textOf(members.get('desugaredQualType')) || undefined };
}

function declarationOf(value: unknown): DeclarationName | undefined {
  const members = membersOf(value);
  if (members === undefined) return undefined;
  const [id, kind, name] = ['id', 'kind', 'name'].map((member) => textOf(members.get(member)));
  return { id: id ?? '', kind: kind ?? '', name: name ?? '' };
}
