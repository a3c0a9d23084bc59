import { quote, type RustRule } from './rust-rule.ts';

export const vecSetLenUninit: RustRule = {
  id: 'vec_set_len_uninit',
  title: 'set_len exposes elements that were never written',
  category: 'memory',
  cwe: [908, 787],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: '`Vec::set_len` only changes a number. If the elements up to the new length have not been written, reading them discloses or misreads old memory; if the length exceeds the capacity, reading and writing leave the allocation.',
  suggestion:
    'Use `resize` or `vec![0; n]`, or write the elements first and set the length afterwards.',
  examples: {
    bad: [
      `fn buffer(size: usize) -> Vec<u8> {
    let mut data = Vec::with_capacity(size);
    unsafe { data.set_len(size) }; // defect
    data
}`,
    ],
    good: [
      `fn buffer(size: usize) -> Vec<u8> {
    vec![0; size]
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events } = analyzed;
      for (const call of events.calls) {
        const place = call.receiver?.place ?? '';
        if (call.name !== 'set_len' || place === '' || call.arguments[0]?.number === 0) continue;
        const written = analyzed
          .callsWith(place)
          .some(
            (other) =>
              other.node.start < call.node.start &&
              other.receiver?.place === place &&
              /^(?:as_mut_ptr|spare_capacity_mut|as_ptr)$/.test(other.name),
          );
        const fresh = /::(?:with_capacity|new)$/.test(
          analyzed.bindingAt(place)?.initial.made ?? '',
        );
        if (written || (!fresh && facts.file.comments.reasonsForSafety(call.node))) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` makes elements readable that nothing has written.`,
          confidence: fresh ? 0.8 : 0.45,
        });
      }
    }
  },
};
