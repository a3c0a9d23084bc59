import { quote, type RustRule } from './rust-rule.ts';

export const memForgetLeak: RustRule = {
  id: 'mem_forget_leak',
  title: 'mem::forget skips the destructor',
  category: 'memory',
  cwe: [401, 459],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: '`mem::forget` takes ownership and never runs the destructor: memory, file handles and locks stay taken until the process ends. It is right only where other code has taken the ownership, for example through a raw pointer.',
  suggestion:
    'Let the value drop, or hand it over with `into_raw`, `into_raw_fd` or `ManuallyDrop` and free it at the other end.',
  examples: {
    bad: [
      `fn keep(data: Vec<u8>) {
    std::mem::forget(data); // defect
}`,
    ],
    good: [
      `fn keep(data: Vec<u8>) {
    drop(data);
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      // What was copied out of it has the second owner, which releases it.
      const rebuilt = events.calls.some(
        (other) =>
          /^from_raw(?:_parts)?$/.test(other.name) ||
          (!other.isMethod &&
            /^(?:read(?:_unaligned)?|copy(?:_nonoverlapping)?|transmute_copy)$/.test(other.name)),
      );
      for (const call of events.calls) {
        if (call.isMethod || call.name !== 'forget' || !/(?:^|::)forget$/.test(call.path)) continue;
        const [value] = call.arguments;
        const place = value?.place ?? '';
        const handedOver = analyzed
          .callsWith(place)
          .some(
            (other) =>
              other.node.start < call.node.start &&
              place !== '' &&
              other.receiver?.place === place &&
              /^(?:as_mut_ptr|as_ptr|as_raw_fd|into_raw\w*)$/.test(other.name),
          );

        // Made of a handle that stays open elsewhere.
        const initial = analyzed.bindingAt(place)?.initial.made ?? '';
        const isBorrowed = /::from_raw_\w+$/.test(initial);
        const isSelf = place === 'self';
        const isCount = /^\.clone$|^(?:Rc|Arc)::clone$/.test(value?.made ?? '');
        const guard = facts.file.impls.some(
          (item) => item.trait === 'Drop' && item.type?.name === value?.type?.name,
        );
        const deliberate = handedOver || rebuilt || isSelf || isCount || guard || isBorrowed;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` never runs the destructor, so what the value owns is not released.`,
          confidence: deliberate ? 0.45 : value?.type === undefined ? 0.45 : 0.65,
        });
      }
    }
  },
};
