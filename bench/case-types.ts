/** Buffer writes beyond the end, however they are named. */
const OVERFLOW = [119, 120, 121, 122, 124, 131, 242, 676, 787, 788, 805];
const NULL_POINTER = [476, 690, 252, 253];
const USE_AFTER_FREE = [416, 825];
const LOCKS = [667, 833, 764, 765, 412, 362, 366, 820];
const INTEGER = [190, 191, 680, 131, 192];
const UNWRAP = [248, 754, 755, 252, 617, 703];
const LEAK = [401, 772, 775, 771, 404];
const SECRETS = [798, 259, 321];
const RANDOM = [338, 330, 331, 332, 335, 337];
const RACE = [367, 362, 363, 366];
const COMMAND = [78, 77, 88];
const UNINITIALIZED = [457, 908, 824, 909, 665];
const CAST = [704, 843, 588, 587, 758];

/**
 * The weaknesses that answer to the name of a kind of case: its folder's name, or the type or
 * pattern its metadata gives. A candidate fits a case when its rule has the name itself or one of
 * its CWE numbers is listed here.
 */
export const CASE_TYPES: Readonly<Record<string, readonly number[]>> = {
  ManuallyDrop: [...LEAK, 415, 459],
  alloc_no_null_check: NULL_POINTER,
  alloca_unbounded: [770, 789, 121, 400, 674, ...OVERFLOW],
  as_cast_truncation: [197, 681, 195, 196, 192, 190],
  assignment_in_condition: [481, 480, 783],
  async_safety: [...LOCKS, 662, 400, 663],
  bounds_check: [125, 129, 126, 127, 787, 788, 119],
  buffer_overflow: OVERFLOW,
  command_exec: COMMAND,
  command_execution: COMMAND,
  command_injection: COMMAND,
  compiler_security: [733, 14],
  const_cast_unsafe: [...CAST, 471, 763],
  data_flow: NULL_POINTER,
  deadlock_patterns: LOCKS,
  deadlock_risk: LOCKS,
  debug_leak_secret: [532, 200, 215, 312, 522, 209, 256],
  deserialization: [502],
  divide_by_zero: [369],
  double_free: [415],
  format_string: [134],
  function_return_ptr_no_check: NULL_POINTER,
  get_unchecked: [125, 787, 119, 129, 823],
  getenv_unchecked: [...NULL_POINTER, 807, 15, 526, 20, 426, 454],
  hardcoded_credentials: SECRETS,
  insecure_random: RANDOM,
  insecure_tmpfile: [377, 379, 378, 376],
  integer_overflow: INTEGER,
  into_raw_leak: LEAK,
  io_call: [252, 253, 754, 690, 22, 23, 36, 73],
  lock_order_inversion: LOCKS,
  malloc_no_null_check: NULL_POINTER,
  memory_leak: LEAK,
  missing_virtual_dtor: [1079, 401, 1045, 404],
  move_after_use: [416, 825, 908, 672, 664],
  new_delete_mismatch: [762, 763, 590],
  null_deref: NULL_POINTER,
  open_permissive_perms: [732, 276, 275, 250],
  path_traversal: [22, 23, 36, 73],
  pointer_arithmetic_error: [468, 467, 469, 131, 119],
  possible_null_deref: NULL_POINTER,
  privilege_op_unchecked: [252, 271, 273, 250],
  pthread_returns_unchecked: [252, 253, 754],
  rand_insecure: RANDOM,
  rc_cycle: LEAK,
  recv_unchecked: [252, 253, 754, 20, 125, 787, 195, 129],
  reinterpret_cast_unsafe: [...CAST, 822],
  resource_consumption: [400, 770, 789, 834, 835, 772, 674],
  secret_no_zeroize: [226, 14, 244, 316, 212, 312, 459],
  signal_handler_unsafe: [479, 828, 364, 432, 663],
  signed_to_unsigned: [195, 194, 196, 681, 192, 190, 131],
  sprintf: OVERFLOW,
  sql_injection: [89, 943, 564],
  sscanf_no_width: OVERFLOW,
  ssrf: [918],
  strcat: OVERFLOW,
  strcpy: OVERFLOW,
  strncpy_no_nullterm: [170, 126, 125],
  strtok_nonreentrant: [663, 362, 366, 820, 479],
  taint: [...COMMAND, ...OVERFLOW],
  toctou_race: RACE,
  type_confusion: [...CAST, 476, 690],
  uaf_suspect: USE_AFTER_FREE,
  uncaught_exception: [248, 703, 754, 755],
  unchecked_io: [252, 253, 754, 690, 476],
  uninitialized_member: UNINITIALIZED,
  uninitialized_member_var: UNINITIALIZED,
  uninitialized_ptr_use: [...UNINITIALIZED, 822],
  uninitialized_var: UNINITIALIZED,
  unsafe_api: [...OVERFLOW, 20, 134],
  unwrap: UNWRAP,
  'unwrap/expect': UNWRAP,
  use_after_free_suspect: USE_AFTER_FREE,
  use_after_free: USE_AFTER_FREE,
  vla_usage: [770, 789, 121, 400, ...OVERFLOW],
  weak_crypto: [327, 328, 326, 916],
};

/** Folders whose metadata say "false positive" rather than what the case is about. */
export const FOLDER_TYPES: Readonly<Record<string, string>> = {
  rust_manually_drop_false_positive: 'ManuallyDrop',
  rust_race_condition: 'toctou_race',
  rust_unwrap_false_positive: 'unwrap',
  rust_unwrap_is_some_false_positive: 'unwrap',
};

/** Files of the folder of mixed cases: a word of the name tells the type. */
export const NAME_TYPES: readonly (readonly [RegExp, string])[] = [
  [/double_free/, 'double_free'],
  [/uaf|safe_free/, 'use_after_free'],
  [/format/, 'format_string'],
  [/sql/, 'sql_injection'],
  [/overflow/, 'integer_overflow'],
  [/strcpy|safe_string/, 'strcpy'],
];
