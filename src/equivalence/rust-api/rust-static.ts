import type { RustApiType } from './rust-type.ts';

/** A static of a crate that can be changed. */
export interface RustStatic {
  readonly name: string;
  /** Without `crate::`. */
  readonly path: string;
  /** Of the value inside. */
  readonly type: RustApiType;
  readonly access: 'atomic' | 'lock' | 'write' | 'mut';
}

/** A Rust statement that exchanges the value of a static with a variable. @param path of the static */
export function exchangeCode({ access }: RustStatic, path: string, variable: string): string {
  switch (access) {
    case 'atomic':
      return `${variable} = ${path}.swap(${variable}, std::sync::atomic::Ordering::SeqCst);`;
    case 'lock':
    case 'write':
      return `std::mem::swap(&mut *${path}.${access}().unwrap_or_else(|e| e.into_inner()), &mut ${variable});`;
    case 'mut':
      return `unsafe { std::mem::swap(&mut *std::ptr::addr_of_mut!(${path}), &mut ${variable}); }`;
  }
}

const ATOMIC = /^(?:\w+::)*Atomic(Bool|[IU](?:8|16|32|64|size))$/;

/** How a static of that type is changed, and the type inside as text; undefined for one that is not. */
export function accessOf(
  text: string,
  isMut: boolean,
): { readonly access: RustStatic['access']; readonly inner: string } | undefined {
  const atomic = ATOMIC.exec(text)?.[1];
  if (atomic !== undefined) return { access: 'atomic', inner: atomic.toLowerCase() };
  const lock = /^(?:\w+::)*(Mutex|RwLock)\s*<(.*)>$/s.exec(text);
  if (lock !== null) {
    return { access: lock[1] === 'Mutex' ? 'lock' : 'write', inner: lock[2]?.trim() ?? '' };
  }
  return isMut ? { access: 'mut', inner: text } : undefined;
}
