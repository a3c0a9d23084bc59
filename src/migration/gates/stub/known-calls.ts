/** Methods that give their receiver, or what is in it, as it came. */
const HANDS_ON =
  /^(?:clone|cloned|copied|to_owned|to_vec|to_string|into|as_ref|as_mut|as_slice|as_mut_slice|as_str|as_bytes|as_deref|borrow|deref|unwrap|expect|unwrap_or_default|into_boxed_slice|into_inner|iter|iter_mut|into_iter|by_ref|as_ptr|as_mut_ptr|get)$/;

/** Methods that look at their receiver and change nothing: for what is `chosen` from it. */
const LOOKS = /^(?:len|is_empty|is_some|is_none|is_ok|is_err|is_null|capacity|is_ascii\w*)$/;

/** Methods that change their receiver, where it is not consumed by name. */
const CHANGES =
  /^(?:push\w*|pop\w*|insert\w*|remove\w*|clear|truncate|resize\w*|extend\w*|append|drain|fill\w*|copy_\w+|clone_from\w*|swap\w*|sort\w*|retain\w*|set|take|replace|get_or_insert\w*|write\w*|read\w*|dedup\w*|reverse|rotate_\w+|entry|(?:try_)?reserve\w*|store|fetch_\w+|lock|borrow_mut|split_off|get_mut|first_mut|last_mut|iter_mut|chunks_mut|chunks_exact_mut|split_at_mut|next|nth|for_each|try_for_each|seek|flush|send|recv)$/;

/** Functions that give their argument as it came. */
const WRAPS = /^(?:Ok|Err|Some|new|from|into|identity|black_box|Wrapping|Reverse|clone|to_owned)$/;

/** Functions that change what is outside of the process, or open it to be changed. */
const OUTSIDE =
  /(?:^|::)(?:File::(?:create|create_new|options)|OpenOptions::new|Command::new|\w+Stream::connect|fs::(?:write|copy|rename)|(?:fs::)?(?:remove_(?:file|dir|dir_all)|create_dir(?:_all)?|hard_link|symlink|set_permissions)|env::(?:set_var|remove_var|set_current_dir)|process::(?:exit|abort)|thread::(?:spawn|sleep))$/;

/** Functions that only look for something outside, with no loop over an argument. */
const OPENS = /(?:^|::)(?:File::open|fs::metadata)$/;

/** Functions that only end their argument. */
const ENDS = /^(?:drop|forget)$/;

export const returnsReceiver = (method: string): boolean => HANDS_ON.test(method);
export const onlyInspects = (method: string): boolean => LOOKS.test(method);
export const mutatesReceiver = (method: string): boolean => CHANGES.test(method);
export const returnsArgument = (name: string): boolean => WRAPS.test(name) || /^[A-Z]/.test(name);
export const hasExternalEffect = (path: string): boolean => OUTSIDE.test(path);
export const onlyOpens = (path: string): boolean => OPENS.test(path);
export const consumesArgument = (name: string): boolean => ENDS.test(name);

/** Macros that do not come to their end. */
export const PANICS = /^(?:todo|unimplemented|unreachable|panic)$/;
/** Macros that only check. */
export const CHECKS = /^(?:debug_)?assert(?:_eq|_ne)?$/;
/** Macros that write somewhere. */
export const PRINTS = /^(?:e?print(?:ln)?|write(?:ln)?|dbg)$/;

/** The operator that an arithmetic method stands for: `wrapping_sub` is `-`. */
export function operatorOf(method: string): string | undefined {
  const name =
    /^(?:(?:wrapping|saturating|checked|overflowing|strict)_)?(add|sub|mul|div|rem|bitand|bitxor|bitor)$/.exec(
      method,
    )?.[1];
  return name === undefined ? undefined : OPERATORS[name];
}

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  bitand: '&',
  bitxor: '^',
  bitor: '|',
};
