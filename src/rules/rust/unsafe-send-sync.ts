import type { RustRule } from './rust-rule.ts';

const NOT_SHAREABLE =
  /\*\s*(?:const|mut)\b|\b(?:Rc|Cell|RefCell|UnsafeCell|NonNull|OnceCell)\s*(?:<|$)/;

export const unsafeSendSync: RustRule = {
  id: 'unsafe_send_sync',
  title: 'Send or Sync promised by hand',
  category: 'concurrency',
  cwe: [362, 820],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: '`unsafe impl Send` and `unsafe impl Sync` tell the compiler that a type may cross threads although its fields may not. If the promise is wrong, safe code can race on memory. A generic type needs the same bound on its parameters, or it smuggles an `Rc` to another thread.',
  suggestion:
    'Use types that are Send and Sync themselves (Arc, Mutex, atomics), bound the parameters, or state in a SAFETY comment what serialises access.',
  examples: {
    bad: [
      `struct Shared {
    data: *mut u8,
}
unsafe impl Sync for Shared {} // defect`,
    ],
    good: [
      `struct Shared {
    data: std::sync::Mutex<u8>,
}`,
    ],
  },
  check(facts, report) {
    const { file } = facts;
    for (const item of file.impls) {
      if (!item.isUnsafe || !/^(?:Send|Sync)$/.test(item.trait)) continue;
      const name = item.type?.name ?? '';
      const header = file.tree
        .textOf(item.node)
        .replace(/\{[\s\S]*$/, '')
        .trim();
      const field = file
        .structNamed(name)
        ?.fields.find(({ type }) => type.name !== 'PhantomData' && NOT_SHAREABLE.test(type.text));
      const unbounded =
        /impl\s*<[^>]*\b[A-Z]\w*\b[^>]*>/.test(header) &&
        !/:\s*[^>{]*\b(?:Send|Sync)\b/.test(header);
      const bounded = /<[^>]*\b[A-Z]\w*\b[^>]*>/.test(header) && !unbounded;
      const reasons = file.comments.reasonsForSafety(item.node);
      const doubtful = unbounded || field !== undefined;
      if (reasons && !unbounded) continue;
      const why = unbounded
        ? 'whatever its type parameters are'
        : field !== undefined
          ? `although its field ${field.name} is \`${field.type.text}\``
          : 'and no comment says why that holds';
      report({
        node:
          item.node.children[0] === undefined
            ? item.node
            : { start: item.node.start, end: item.node.start + header.length },
        isTest: item.isTest,
        message: `${name} is promised to be ${item.trait}, ${why}.`,
        // With `T: Send` on its parameters the promise is the usual one of a container.
        confidence: Math.max(0.4, (doubtful ? 0.75 : 0.6) - (bounded ? 0.27 : reasons ? 0.14 : 0)),
      });
    }
  },
};
