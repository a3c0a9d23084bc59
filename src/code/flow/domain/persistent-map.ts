const BITS = 4;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** A node of the tree; only the map that made it since its last copy may change it. */
interface Node<V> {
  readonly owner: object;
  readonly children: (Node<V> | undefined)[] | undefined;
  readonly values: (V | undefined)[] | undefined;
}

/**
 * A map from small non-negative integers as a persistent radix tree: copies are
 * free, writes copy one path, and two maps are compared by skipping the parts
 * they share (after Okasaki and Gill, "Fast Mergeable Integer Maps", 1998).
 */
export class PersistentMap<V> {
  private root: Node<V> | undefined;
  /** Levels above the leaves. */
  private height: number;
  private owner: object = {};

  constructor(from?: PersistentMap<V>) {
    this.root = from?.root;
    this.height = from?.height ?? 0;
    // What both hold now belongs to neither.
    if (from !== undefined) from.owner = {};
  }

  get(key: number): V | undefined {
    let node = this.root;
    if (node === undefined || key >>> (BITS * (this.height + 1)) !== 0) return undefined;
    for (let level = this.height; level > 0; level -= 1) {
      node = node?.children?.[(key >>> (BITS * level)) & MASK];
      if (node === undefined) return undefined;
    }
    return node?.values?.[key & MASK];
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  set(key: number, value: V): void {
    this.grow(key);
    this.root = this.written(this.root, this.height, key, value);
  }

  delete(key: number): void {
    if (this.has(key)) this.root = this.written(this.root, this.height, key, undefined);
  }

  /** Adds levels until a key fits. */
  private grow(key: number): void {
    while (key >>> (BITS * (this.height + 1)) !== 0) {
      if (this.root !== undefined) {
        const children: (Node<V> | undefined)[] = new Array(WIDTH).fill(undefined);
        children[0] = this.root;
        this.root = { owner: this.owner, children, values: undefined };
      }
      this.height += 1;
    }
  }

  /** A node with one value changed: the same one where it is our own. */
  private written(
    node: Node<V> | undefined,
    level: number,
    key: number,
    value: V | undefined,
  ): Node<V> {
    if (level === 0) {
      const own = node?.owner === this.owner;
      const values =
        own && node?.values !== undefined
          ? node.values
          : (node?.values?.slice() ?? new Array<V | undefined>(WIDTH).fill(undefined));
      values[key & MASK] = value;
      return own && node !== undefined ? node : { owner: this.owner, children: undefined, values };
    }
    const own = node?.owner === this.owner;
    const children =
      own && node?.children !== undefined
        ? node.children
        : (node?.children?.slice() ?? new Array<Node<V> | undefined>(WIDTH).fill(undefined));
    const slot = (key >>> (BITS * level)) & MASK;
    children[slot] = this.written(children[slot], level - 1, key, value);
    return own && node !== undefined ? node : { owner: this.owner, children, values: undefined };
  }

  /** Calls back for every entry, keys rising. */
  visit(action: (key: number, value: V) => void): void {
    if (this.root !== undefined) each(this.root, this.height, 0, action);
  }

  /** All entries, keys rising. */
  entries(): [number, V][] {
    const all: [number, V][] = [];
    this.visit((key, value) => {
      all.push([key, value]);
    });
    return all;
  }

  /** Calls back for every key in which two maps differ, keys rising, with what each holds. */
  static differences<V>(
    first: PersistentMap<V>,
    second: PersistentMap<V>,
    action: (key: number, first: V | undefined, second: V | undefined) => void,
  ): void {
    const height = Math.max(first.height, second.height);
    compare(first.raised(height), second.raised(height), height, 0, (key, a, b) => {
      action(key, a, b);
      return true;
    });
  }

  /** Whether two maps hold the same, or what counts as the same, for every key. */
  static agree<V>(
    first: PersistentMap<V>,
    second: PersistentMap<V>,
    same: (first: V | undefined, second: V | undefined) => boolean,
  ): boolean {
    const height = Math.max(first.height, second.height);
    return compare(first.raised(height), second.raised(height), height, 0, (_key, a, b) =>
      same(a, b),
    );
  }

  /** The tree as it stands in a taller map. */
  private raised(height: number): Node<V> | undefined {
    let node = this.root;
    for (let level = this.height; level < height && node !== undefined; level += 1) {
      node = { owner: node.owner, children: [node], values: undefined };
    }
    return node;
  }
}

/** Calls back for every entry of a node. */
function each<V>(
  node: Node<V>,
  level: number,
  prefix: number,
  action: (key: number, value: V) => void,
): void {
  if (level === 0) {
    const values = node.values ?? [];
    for (let slot = 0; slot < values.length; slot += 1) {
      const value = values[slot];
      if (value !== undefined) action(prefix | slot, value);
    }
    return;
  }
  const children = node.children ?? [];
  for (let slot = 0; slot < children.length; slot += 1) {
    const child = children[slot];
    if (child !== undefined) each(child, level - 1, prefix | (slot << (BITS * level)), action);
  }
}

/** Calls back for every key in which two nodes differ, until one answers no; gives the last answer. */
function compare<V>(
  a: Node<V> | undefined,
  b: Node<V> | undefined,
  level: number,
  prefix: number,
  goesOn: (key: number, a: V | undefined, b: V | undefined) => boolean,
): boolean {
  if (a === b) return true;
  if (level > 0) {
    const left = a?.children;
    const right = b?.children;
    for (let slot = 0; slot < WIDTH; slot += 1) {
      const x = left?.[slot];
      const y = right?.[slot];
      if (x !== y && !compare(x, y, level - 1, prefix | (slot << (BITS * level)), goesOn))
        return false;
    }
    return true;
  }
  const left = a?.values;
  const right = b?.values;
  for (let slot = 0; slot < WIDTH; slot += 1) {
    const x = left?.[slot];
    const y = right?.[slot];
    if (x !== y && !goesOn(prefix | slot, x, y)) return false;
  }
  return true;
}
