import type { TokenLocation } from './token-location.ts';
import type { TypeTexts } from './tree-node.ts';

/** A field as the tree gives it. */
export interface FieldSource {
  readonly name: string;
  readonly type: TypeTexts;
  readonly width: number | undefined;
}

/** A struct or union as the tree gives it; completed when its definition comes. */
export interface RecordSource {
  readonly kind: 'record';
  /** Unique within the unit, and the same in every run. */
  id: string;
  name: string;
  readonly tag: 'struct' | 'union';
  /** Where the types of its fields are looked up. */
  readonly scope: TypeScope;
  fields: readonly FieldSource[] | undefined;
}

export interface EnumSource {
  readonly kind: 'enum';
  name: string;
  constants: readonly { readonly name: string; readonly value: bigint }[];
  fixedType: TypeTexts | undefined;
  /** Whether it takes no more room than its constants need: an attribute, or an option. */
  isPacked: boolean;
}

export type TagSource = RecordSource | EnumSource;

/** The names of types in a block or in the file; those of blocks around it are seen as well. */
export class TypeScope {
  readonly parent: TypeScope | undefined;
  private readonly typedefs = new Map<string, { type: TypeTexts; scope: TypeScope }>();
  private readonly tags = new Map<string, TagSource>();

  constructor(parent?: TypeScope) {
    this.parent = parent;
  }

  addTypedef(name: string, type: TypeTexts): void {
    // `typedef struct node node;` is looked up where it stands: the tag is another kind of name.
    if (!this.typedefs.has(name)) this.typedefs.set(name, { type, scope: this });
  }

  addTag(key: string, source: TagSource): void {
    this.tags.set(key, source);
  }

  typedef(name: string): { readonly type: TypeTexts; readonly scope: TypeScope } | undefined {
    return this.typedefs.get(name) ?? this.parent?.typedef(name);
  }

  tag(key: string): TagSource | undefined {
    return this.tags.get(key) ?? this.parent?.tag(key);
  }

  /** Only of this block. */
  ownTag(key: string): TagSource | undefined {
    return this.tags.get(key);
  }
}

/** How a struct, union or enum without a name is found: by where it is defined. */
export function locationKey({ file, line, column }: TokenLocation): string {
  return `at ${file}:${line}:${column}`;
}
