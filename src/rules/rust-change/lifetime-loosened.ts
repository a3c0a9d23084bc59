import type { RustStruct } from '../../code/rust/items/items.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';

export const lifetimeLoosened: RustChangeRule = {
  id: 'lifetime_loosened',
  title: 'The change lets a borrowed value live too long',
  category: 'unsafe_rust',
  cwe: [416, 825],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'In a file with unsafe code the compiler knows how long a value lives only from signatures. Before the change the result, or the type, was tied by a lifetime to what it points into. Now it is not, so that safe code can keep it after that is gone or changed, and use memory that was freed.',
  suggestion:
    "Tie the result to what it points into with one lifetime, or the type with `PhantomData<&'a T>`.",
  examples: {
    bad: [
      ` pub struct Cache { head: *mut u8 }
 impl Cache {
-    pub fn iter_mut(&mut self) -> IterMut<'_> {
+    pub fn iter_mut<'a>(&mut self) -> IterMut<'a> { // defect
         unsafe { IterMut::new(self.head) }
     }
 }`,
      ` pub struct Protocol(*const u8);
-pub fn select<'a>(server: &'a [u8], client: &'a [u8]) -> Option<&'a [u8]> {
+pub fn select<'a>(server: &[u8], client: &'a [u8]) -> Option<&'a [u8]> { // defect
     unsafe { find(server.as_ptr(), client.as_ptr()) }
 }`,
      `-pub struct IntoIter<'bump, T> {
-    phantom: PhantomData<&'bump [T]>,
+pub struct IntoIter<T> { // defect
+    phantom: PhantomData<T>,
     at: *const T,
 }
 unsafe fn next<T>(iter: &mut IntoIter<T>) {}`,
    ],
    good: [
      ` pub struct Cache { head: *mut u8 }
 impl Cache {
-    pub fn iter_mut<'a>(&'a mut self) -> IterMut<'a> {
+    pub fn iter_mut(&mut self) -> IterMut<'_> {
         unsafe { IterMut::new(self.head) }
     }
 }`,
      `-pub fn longest<'a>(one: &'a str, other: &'a str) -> &'a str {
+pub fn longest<'a>(one: &'a str, other: &str) -> &'a str {
     if one > other { one } else { one }
 }`,
    ],
  },
  compare({ base, head, functions }, report) {
    if (!/\bunsafe\b/.test(head.tree.text)) return;
    for (const now of head.structs) {
      const before = base.structs.filter(({ name }) => name === now.name);
      const [was] = before;
      if (was === undefined || before.length > 1 || !hasRawPointer(now)) continue;
      const gone =
        lifetimesOf(base.tree, was.node).length - lifetimesOf(head.tree, now.node).length;
      if (gone <= 0) continue;
      report({
        span: { start: now.node.start, end: childOf(now.node, 'body')?.start ?? now.node.end },
        isTest: now.isTest,
        message: `${now.name} holds a raw pointer, and this change took away the lifetime of what it points into.`,
        confidence: 0.75,
      });
    }
    for (const { base: before, head: now } of functions) {
      if (now.isUnsafe) continue;
      const was = tiedTo(base.tree, before.node);
      const is = tiedTo(head.tree, now.node);
      const lost = [...was].filter((name) => !is.has(name) && borrows(head.tree, now.node, name));
      if (lost.length === 0 || !returnsBorrowed(head.tree, now.node)) continue;
      const isUnsafe = descendants(now.body).some(({ type }) => type === 'unsafe_block');
      report({
        ...{ span: { start: now.node.start, end: now.body.start }, in: now, isTest: now.isTest },
        message: `What \`${now.name}\` returns may outlive \`${lost.join('`, `')}\`: this change took away the lifetime that tied them.`,
        confidence: isUnsafe ? 0.75 : 0.6,
      });
    }
  },
};

function hasRawPointer({ fields }: RustStruct): boolean {
  return fields.some(({ type }) => /\*(?:const|mut)\b|\bNonNull\b/.test(type.text));
}

/** The lifetimes that an item declares. */
function lifetimesOf(tree: SyntaxTree, item: SyntaxNode): string[] {
  const declared = childOf(item, 'type_parameters');
  return (declared?.children ?? [])
    .filter(({ type }) => type === 'lifetime_parameter' || type === 'lifetime')
    .map((node) => /'\w+/.exec(tree.textOf(node))?.[0] ?? '');
}

interface Parameter {
  readonly name: string;
  readonly text: string;
}

function parametersOf(tree: SyntaxTree, fn: SyntaxNode): Parameter[] {
  return (childOf(fn, 'parameters')?.children ?? []).flatMap((node): Parameter[] => {
    if (node.type === 'self_parameter') return [{ name: 'self', text: tree.textOf(node) }];
    const [pattern, type] = [childOf(node, 'pattern'), childOf(node, 'type')];
    return pattern === undefined || type === undefined
      ? []
      : [{ name: tree.textOf(pattern), text: tree.textOf(type) }];
  });
}

function returnText(tree: SyntaxTree, fn: SyntaxNode): string {
  const type = childOf(fn, 'return_type');
  return type === undefined ? '' : tree.textOf(type);
}

/** Whether a result has a lifetime that is no `'static`. */
function returnsBorrowed(tree: SyntaxTree, fn: SyntaxNode): boolean {
  return /'(?!static\b)\w+|&(?!\s*')/.test(returnText(tree, fn));
}

/** The parameters whose lifetime the result has, by the rules of elision where none is written. */
function tiedTo(tree: SyntaxTree, fn: SyntaxNode): Set<string> {
  const returned = returnText(tree, fn);
  const parameters = parametersOf(tree, fn);
  const named = [...returned.matchAll(/'(\w+)/g)].map(([, name = '']) => name);
  const tied = new Set<string>();
  for (const { name, text } of parameters)
    if (named.some((lifetime) => lifetime !== '_' && new RegExp(`'${lifetime}\\b`).test(text)))
      tied.add(name);
  if (!named.includes('_') && !/&(?!\s*')/.test(returned)) return tied;
  const borrowed = parameters.filter(({ text }) => /&|'/.test(text));
  const self = borrowed.find(({ name }) => name === 'self');
  const [only] = borrowed;
  if (self !== undefined) tied.add('self');
  else if (only !== undefined && borrowed.length === 1) tied.add(only.name);
  return tied;
}

/** Whether a parameter is still there, and a reference. */
function borrows(tree: SyntaxTree, fn: SyntaxNode, name: string): boolean {
  return parametersOf(tree, fn).some((one) => one.name === name && one.text.includes('&'));
}
