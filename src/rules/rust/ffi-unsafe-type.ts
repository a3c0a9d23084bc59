import type { RustParameter } from '../../code/rust/items/items.ts';
import type { RustType } from '../../code/rust/items/types.ts';
import type { RustRule } from './rust-rule.ts';

export const ffiUnsafeType: RustRule = {
  id: 'ffi_unsafe_type',
  title: 'Type without a C layout crosses an extern boundary',
  category: 'ffi',
  cwe: [704, 843],
  severity: 'medium',
  precision: 'high',
  languages: ['rust'],
  help: 'Strings, slices, vectors, trait objects, tuples and structs without `#[repr(C)]` have no layout that C knows. The two sides then read different bytes for the same argument.',
  suggestion: 'Pass a raw pointer and a length, a C string, or a `#[repr(C)]` struct.',
  examples: {
    bad: [
      `#[no_mangle]
pub extern "C" fn greet(name: String) -> usize { // defect
    name.len()
}`,
    ],
    good: [
      `#[no_mangle]
pub extern "C" fn twice(number: i32) -> i32 {
    number.wrapping_mul(2)
}`,
    ],
  },
  check(facts, report) {
    const unsafeType = (type: RustType | undefined): boolean => {
      if (type === undefined) return false;
      const inner = type.inner[0];
      if (type.kind === 'tuple') return type.inner.length > 0;
      if (type.kind === 'reference') {
        return inner?.kind === 'slice' || inner?.name === 'str' || /^dyn\b/.test(inner?.text ?? '');
      }
      if (type.kind !== 'named') return false;
      if (/^(?:String|Vec|str|HashMap|Rc|Arc|Result)$/.test(type.name)) return true;
      const struct = facts.file.structNamed(type.name);
      return (
        struct !== undefined &&
        struct.fields.length > 0 &&
        !struct.attributes.some((attribute) => /\brepr\s*\(\s*(?:C|transparent)/.test(attribute))
      );
    };
    const first = (parameters: readonly RustParameter[], returns: RustType | undefined) =>
      [...parameters.map((parameter) => parameter.type), returns].find(unsafeType);
    for (const analyzed of facts.functions) {
      const { fn } = analyzed;
      if (!/^(?:C|system|C-unwind|cdecl|stdcall)$/.test(fn.abi)) continue;
      const type = first(fn.parameters, fn.returns);
      if (type === undefined) continue;
      report({
        node: { start: fn.node.start, end: fn.body.start },
        in: analyzed,
        message: `${fn.name} is called from C, but \`${type.text}\` has no layout that C knows.`,
        confidence: 0.75,
      });
    }
    for (const declared of facts.file.foreign) {
      if (!/^(?:C|system|C-unwind|cdecl|stdcall)$/.test(declared.abi)) continue;
      const type = first(declared.parameters, declared.returns);
      if (type === undefined) continue;
      report({
        node: declared.node,
        message: `The foreign function ${declared.name} is declared with \`${type.text}\`, which has no layout that C knows.`,
        confidence: 0.75,
      });
    }
  },
};
