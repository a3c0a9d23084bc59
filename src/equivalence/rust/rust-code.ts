import { NotComparable } from '../not-comparable.ts';
import { type CallbackPair, listOfBare, type Pair } from '../pairing/pair.ts';
import { type RustApiType, rustTypeText } from '../rust-api/rust-type.ts';
import { callbackHolderType, isClosure } from './callback-holder.ts';
import { taggedReadCode, taggedWriteCode } from './tagged-code.ts';
import { itemText, typeText } from './type-text.ts';

/** A Rust expression that reads a value of a pair from the case `r`. */
export function rustReadCode(pair: Pair): string {
  switch (pair.kind) {
    case 'integer': {
      const value = `r.${scalarName(pair)}()`;
      if (pair.rust === 'char' && pair.isByte) return `char::from(${value} as u8)`;
      if (pair.rust === 'char') return `char::from_u32(${value} as u32).expect("a char")`;
      return pair.isByte ? `${value} as ${pair.rust}` : `fit::<_, ${pair.rust}>(${value})`;
    }
    case 'enum': {
      const arms = pair.variants.map(
        ({ name, value }) => `${value} => subject::${pair.path}::${name}`,
      );
      return `match r.${scalarName(pair)}() { ${arms.join(', ')}, _ => panic!("no such variant") }`;
    }
    case 'float':
      return `r.f${pair.bits}()`;
    case 'boolean':
      return 'r.u8() != 0';
    case 'array':
      return `std::array::from_fn::<_, ${pair.length}, _>(|_| ${rustReadCode(pair.of)})`;
    case 'list': {
      if (pair.only !== undefined) {
        const texts = pair.only.map((text) => JSON.stringify(text)).join(', ');
        return `{ let texts = [${texts}]; texts[r.u8() as usize % texts.len()].to_owned().into() }`;
      }
      const list = `{ let n = r.u32(); (0..n).map(|_| ${rustReadCode(pair.of)}).collect::<Vec<_>>() }`;
      if (pair.rust === 'string') return `String::from_utf8(${list}).expect("UTF-8")`;
      const os = `<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(${list})`;
      if (pair.rust === 'os') return os;
      if (pair.rust === 'path') return `std::path::PathBuf::from(${os})`;
      return pair.rust === 'boxed' ? `${list}.into_boxed_slice()` : list;
    }
    case 'record': {
      if (pair.isBare === true) return rustReadCode(listOfBare(pair));
      const fields = pair.fields.map(({ rust, pair: field }) => ({
        rust,
        value: fieldRust(field),
      }));
      if (pair.path === undefined) return `(${fields.map(({ value }) => `${value},`).join(' ')})`;
      // In the order of the wire, which is that of the fields.
      return `subject::${pair.path} { ${fields.map(({ rust, value }) => `${rust}: ${value}`).join(', ')} }`;
    }
    case 'tagged':
      return taggedReadCode(pair, fieldRust);
    case 'callback':
      return callbackValue(pair);
    case 'nullable': {
      const value = fieldRust(pair.of);
      return `if r.u8() == 0 { None } else { Some(${pair.isBoxed ? `Box::new(${value})` : value}) }`;
    }
    case 'absent':
      return 'None';
    case 'end':
      return pair.isList === true ? 'Vec::new()' : 'None';
    case 'untouched':
      return pair.rust;
    case 'place':
      return rustReadCode(pair.of);
    case 'pointer':
      return pair.isBoxed ? `Box::new(${rustReadCode(pair.of)})` : rustReadCode(pair.of);
    case 'descriptor':
    case 'files':
      throw new NotComparable('an open file is given as a parameter');
    case 'stream':
      if (pair.rust === 'bytes') return 'Vec::new()';
      if (pair.rust === 'text') return 'String::new()';
      if (pair.c === 'folder')
        return pair.rust === 'path' ? 'r.folder_path().into()' : `r.folder("${pair.key}").into()`;
      if (pair.rust === 'file') return `r.file("${pair.key}").into()`;
      if (pair.rust === 'printed') throw new NotComparable('what is printed is not given');
      return boxedIf(
        pair.form === 'boxed',
        `r.${pair.c === 'file' ? 'file_' : ''}${pair.does === 'reads' ? 'source' : 'sink'}("${pair.key}")`,
      );
  }
}

/** A value as a field of a struct has it; one that is borrowed lasts as long as the program. */
function fieldRust(pair: Pair): string {
  const value = rustReadCode(pair);
  if (pair.kind === 'list' && pair.borrowed !== undefined) {
    return pair.borrowed === 'shared' ? `&*(${value}).leak()` : `(${value}).leak()`;
  }
  const isBorrowed =
    (pair.kind === 'stream' && pair.form === 'borrowed') ||
    (pair.kind === 'pointer' && pair.isBorrowed === true);
  return isBorrowed ? `Box::leak(Box::new(${value}))` : value;
}

function boxedIf(isBoxed: boolean, value: string): string {
  return isBoxed ? `Box::new(${value})` : value;
}

/** Rust statements that append a value of a pair to the results `w`. @param from a place */
export function rustWriteCode(pair: Pair, from: string): string {
  switch (pair.kind) {
    case 'integer': {
      const name = scalarName(pair);
      if (pair.rust === 'char' && pair.isByte) {
        return `w.${name}(fit::<u32, u8>(${from} as u32) as ${name});`;
      }
      if (pair.rust === 'char') return `w.${name}(fit(${from} as u32));`;
      return pair.isByte ? `w.${name}(${from} as ${name});` : `w.${name}(fit(${from}));`;
    }
    case 'enum': {
      const arms = pair.variants.map(
        ({ name, value }) => `subject::${pair.path}::${name} => ${value}`,
      );
      return `w.${scalarName(pair)}(match ${from} { ${arms.join(', ')} });`;
    }
    case 'float':
      return `w.f${pair.bits}(${from});`;
    case 'boolean':
      return `w.u8(${from} as u8);`;
    case 'array':
      return `for e in ${from}.iter() { ${rustWriteCode(pair.of, '(*e)')} }`;
    case 'list': {
      const isPath = pair.rust === 'path' || pair.rust === 'os';
      const text = isPath
        ? `std::os::unix::ffi::OsStrExt::as_bytes(${from}.as_os_str())`
        : `${from}.as_bytes()`;
      const list = isPath || pair.rust === 'string' ? text : from;
      return `w.u32(${list}.len() as u32); for e in ${list}.iter() { ${rustWriteCode(pair.of, '(*e)')} }`;
    }
    case 'record':
      if (pair.isBare === true) return rustWriteCode(listOfBare(pair), from);
      return pair.fields
        .map(({ rust, pair: field }) => rustWriteCode(field, `${from}.${rust}`))
        .join(' ');
    case 'tagged':
      return taggedWriteCode(pair, from, rustWriteCode);
    case 'nullable': {
      const value = pair.isBoxed ? '(**v)' : '(*v)';
      return `match &${from} { Some(v) => { w.u8(1); ${rustWriteCode(pair.of, value)} } None => w.u8(0) }`;
    }
    case 'callback':
      throw new NotComparable(`what ${pair.name} is after the call`);
    case 'end':
    case 'absent':
    case 'untouched':
      return '';
    case 'place':
      return rustWriteCode(pair.of, from);
    case 'pointer':
      return rustWriteCode(pair.of, pair.isBoxed ? `(*${from})` : from);
    case 'descriptor':
      return `w.descriptor(&${from});`;
    case 'files':
      return 'w.files();';
    case 'stream': {
      if (pair.rust === 'file') return `w.file("${pair.key}");`;
      if (pair.rust === 'printed') return `w.printed(${pair.key === 'stderr' ? 1 : 0});`;
      if (pair.rust !== 'stream')
        return `w.u32(${from}.len() as u32); w.0.extend_from_slice(${from}.as_ref());`;
      return `w.stream("${pair.key}");`;
    }
  }
}

function scalarName({ bits, signed }: { bits: number; signed: boolean }): string {
  return `${signed ? 'i' : 'u'}${bits}`;
}

/** The type of a variable that holds what a parameter of this type borrows or takes. */
export function ownedType(type: RustApiType): string {
  switch (type.kind) {
    case 'reference':
      return ownedType(type.to);
    case 'slice':
    case 'vec':
      return `Vec<${ownedType(type.of)}>`;
    case 'str':
    case 'string':
      return 'String';
    case 'option':
      return `Option<${ownedType(type.of)}>`;
    case 'box':
      return type.of.kind === 'slice'
        ? `Box<[${ownedType(type.of.of)}]>`
        : `Box<${ownedType(type.of)}>`;
    case 'array':
      return `[${ownedType(type.of)}; ${type.length}]`;
    case 'tuple':
      return `(${type.items.map((item) => `${ownedType(item)},`).join(' ')})`;
    case 'item':
      return itemText(type);
    case 'stream':
      return 'Stream';
    case 'file':
      return type.name === 'OwnedFd' ? 'std::os::fd::OwnedFd' : 'std::fs::File';
    case 'path':
      return type.name.startsWith('Path') ? 'std::path::PathBuf' : 'std::ffi::OsString';
    case 'result':
    case 'unsupported':
    case 'callback':
    case 'never':
    case 'ordering':
    case 'ioError':
      throw new NotComparable(`a parameter of type ${rustTypeText(type)}`);
    default:
      return rustTypeText(type);
  }
}

function isUnsizedText(type: RustApiType): boolean {
  return type.kind === 'str' || (type.kind === 'path' && !/Buf|String/.test(type.name));
}

/** How a variable of `ownedType` is passed to a parameter. */
export function passedAs(type: RustApiType, variable: string): string {
  if (type.kind === 'reference') {
    const borrow = type.mutable ? '&mut ' : '&';
    if (type.to.kind === 'slice') {
      const items = borrowedItems(type.to.of, variable);
      return items === undefined ? `${borrow}${variable}[..]` : `${borrow}${items}[..]`;
    }
    if (type.to.kind === 'str') return `${variable}.${type.mutable ? 'as_mut_str' : 'as_str'}()`;
    return `${borrow}${variable}`;
  }
  if (type.kind === 'file' && type.name === 'BorrowedFd') {
    return `std::os::fd::AsFd::as_fd(&${variable})`;
  }
  if (type.kind === 'option' && type.of.kind === 'reference') {
    const { mutable, to } = type.of;
    const isUnsized = to.kind === 'slice' || isUnsizedText(to);
    const items = to.kind === 'slice' ? borrowedItems(to.of, 'list') : undefined;
    const list = `${variable}.as_${mutable ? 'mut' : 'ref'}()`;
    if (items !== undefined)
      return `${list}.map(|list| ${items}).as_deref${mutable ? '_mut' : ''}()`;
    return `${variable}.as_${isUnsized ? 'de' : ''}${mutable ? (isUnsized ? 'ref_mut' : 'mut') : 'ref'}()`;
  }
  return variable;
}

/** A `Vec` of what a slice of references borrows from a list that owns its items; undefined where items are no references. */
function borrowedItems(item: RustApiType, list: string): string | undefined {
  if (item.kind !== 'reference') return undefined;
  const { mutable, to } = item;
  const isText = isUnsizedText(to);
  if (isText && mutable) throw new NotComparable(`a list of ${rustTypeText(item)}`);
  const part = to.kind === 'slice' ? `${mutable ? '&mut ' : '&'}one[..]` : 'one';
  return `${list}.iter${mutable ? '_mut' : ''}().map(|one| ${isText ? 'one.as_ref()' : part}).collect::<Vec<_>>()`;
}

/** A value that stands for code of the caller, by a script of the case `r`. */
function callbackValue({ id, rust, holder }: CallbackPair): string {
  const script = `Callback_${id}::read(r)`;
  const params = rust.params.map((type, at) => `b${at}: ${typeText(type)}`).join(', ');
  const names = rust.params.map((_, at) => `b${at}`).join(', ');
  const closure = `{ let script = ${script}; move |${params}| script.answer(${names}) }`;
  const value =
    typeof rust.as === 'object'
      ? script
      : rust.as === 'pointer'
        ? `{ ${script}; function_${id} as ${typeText(rust)} }`
        : closure;
  // What keeps a reference may outlive the call.
  if (holder === 'reference') return `Box::leak(Box::new(${value}))`;
  if (holder === 'box') return `Box::new(${value})`;
  // An object that keeps it has to have a type that can be written.
  return isClosure(rust) ? `Box::new(${value}) as ${callbackHolderType(rust)}` : value;
}
