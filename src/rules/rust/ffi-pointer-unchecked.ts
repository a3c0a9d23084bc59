import { quote, type RustRule } from './rust-rule.ts';
import { isExposed } from './support/exposure.ts';

export const ffiPointerUnchecked: RustRule = {
  id: 'ffi_pointer_unchecked',
  title: 'Pointer from C used before a null check',
  category: 'ffi',
  cwe: [476, 822],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'What comes over an `extern "C"` boundary was checked by no Rust compiler. `CStr::from_ptr`, `Box::from_raw` and references made from such a pointer assume that it is valid; C callers pass null all the time.',
  suggestion: 'Return an error when `is_null()` holds, before anything else looks at the pointer.',
  examples: {
    bad: [
      `use std::ffi::CStr;
use std::os::raw::c_char;
#[no_mangle]
pub unsafe extern "C" fn length(text: *const c_char) -> usize {
    CStr::from_ptr(text).to_bytes().len() // defect
}`,
    ],
    good: [
      `use std::ffi::CStr;
use std::os::raw::c_char;
#[no_mangle]
pub unsafe extern "C" fn length(text: *const c_char) -> usize {
    if text.is_null() {
        return 0;
    }
    CStr::from_ptr(text).to_bytes().len()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const call of events.calls) {
        if (
          call.isMethod ||
          !/(?:CStr::from_ptr|CString::from_raw|Box::from_raw|Arc::from_raw)$/.test(call.path)
        )
          continue;
        const [pointer] = call.arguments;
        if (pointer === undefined || call.facts.has('nonnull', pointer.place)) continue;
        const isParameter = analyzed.bindingAt(pointer.place)?.isParameter === true;
        const foreign = facts.file.isForeign(pointer.made);
        if (!foreign && (!isParameter || fn.abi === '')) continue;
        const releases = /from_raw$/.test(call.path);
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` uses a pointer that C gives, and no path checks it for null.`,
          // What calls a callback is the library that it was registered with.
          confidence: !foreign && !isExposed(fn) ? 0.45 : releases ? 0.6 : 0.75,
        });
      }
    }
  },
};
