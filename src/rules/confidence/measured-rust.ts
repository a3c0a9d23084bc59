import type { Measured } from './evidence.ts';

/** Made by `npm run bench:calibration -- --write` of bench/calibration/judged-rust.json. */
export const MEASURED_RUST: readonly Measured[] = [
  { rule: 'get_unchecked_unbounded', event: 'shape', steps: 0, judged: 6, right: 0 },
  { rule: 'ignored_result', event: 'shape', steps: 0, judged: 1, right: 0 },
  { rule: 'panic_across_ffi', event: 'shape', steps: 0, judged: 2, right: 0 },
  { rule: 'raw_pointer_arithmetic', event: 'shape', steps: 0, judged: 4, right: 0 },
  { rule: 'rust_divide_by_zero', event: 'shape', steps: 0, judged: 1, right: 1 },
  { rule: 'rust_sql_injection', event: 'shape', steps: 0, judged: 1, right: 0.5 },
  { rule: 'rust_toctou_race', event: 'shape', steps: 0, judged: 1, right: 0.5 },
  { rule: 'rust_unwrap', event: 'shape', steps: 0, judged: 3, right: 0 },
  { rule: 'secret_in_output', event: 'shape', steps: 0, judged: 1, right: 0.5 },
  { rule: 'transmute_unchecked', event: 'shape', steps: 0, judged: 5, right: 0 },
  { rule: 'unchecked_conversion', event: 'shape', steps: 0, judged: 3, right: 0 },
  { rule: 'unsafe_send_sync', event: 'shape', steps: 0, judged: 18, right: 0 },
  { rule: 'unsafe_without_safety_comment', event: 'shape', steps: 0, judged: 18, right: 5 },
];
