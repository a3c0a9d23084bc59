import { rustFileOf } from '../../code/rust/items/rust-file.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { cachedSyntax } from '../../code/syntax/syntax-cache.ts';
import { isLengthNameFor, isSameName } from '../../equivalence/name-matching.ts';
import { EMPTY_MAPPING, type Mapping } from '../../equivalence/pairing/mapping.ts';
import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import { accessPathsOf, meaningWords, roleWords } from './meaning-words.ts';

/** What one part of a C signature has become. */
export interface SignatureDecision {
  /** Such as `const char *name`; the last one is what is returned. */
  readonly c: string;
  /** Such as `name: &str`, `the result`; empty where Rust has nothing of the kind. */
  readonly rust: string;
  /** In a few words; names stand between back-ticks. */
  readonly why: string;
}

type CSignature = Pick<CFunctionSymbol, 'params' | 'return_type'>;

/**
 * What has become of each C parameter, and of what is returned: as the mapping says, else by name.
 * @param rust a signature, such as `pub fn area(&self) -> u32`
 */
export function signatureDecisions(
  parser: SourceParser,
  { params, return_type }: CSignature,
  rust: string,
  mapping: Mapping = EMPTY_MAPPING,
): SignatureDecision[] {
  const { result } = mapping;
  const written = new Set(result === undefined ? [] : accessPathsOf(result));
  const signature = rustSignature(parser, rust);
  const names = new Set(params.map(({ name }) => name));
  const decisions = params.map(({ name, type }, at): SignatureDecision => {
    const c = `${type}${/[*\s]$/.test(type) ? '' : ' '}${name}`;
    const role = mapping.c[name];
    const own = signature.params.find(
      (param) => (mapping.rust[param.name] ?? (names.has(param.name) ? param.name : '')) === name,
    );
    const like = signature.params.find(
      (param) => mapping.rust[param.name] === undefined && isSameName(name, param.name),
    );
    const param = own ?? like;
    const isWritten = written.has(name);
    const said = role === undefined ? [] : [roleWords(role)];
    if (param !== undefined) {
      const both = isWritten ? ['what it points to afterwards is in the result'] : [];
      const words = [...said, ...both];
      const why = words.length > 0 ? words : [plainWords(type, param.type)];
      return { c, rust: param.text, why: why.join('; ') };
    }
    if (isWritten) {
      return { c, rust: 'the result', why: [...said, 'given back as a value'].join('; ') };
    }
    if (said.length > 0) return { c, rust: '', why: said.join('; ') };
    // Of several, the one just before it.
    const list = [...params.slice(0, at).reverse(), ...params.slice(at + 1)].find(
      (one) => one.type.includes('*') && isLengthNameFor(name, one.name, false),
    );
    if (list !== undefined && !type.includes('*')) {
      return { c, rust: '', why: `the length of \`${list.name}\`, which Rust knows` };
    }
    if (type.includes('*') && !/\bconst\b/.test(type)) {
      return { c, rust: 'the result', why: 'only written; given back as a value' };
    }
    return { c, rust: '', why: 'no parameter of this name: paired by its type' };
  });
  const returned = {
    c: `returns ${return_type}`,
    rust: signature.returns,
    why: returnWords(return_type, signature.returns, result && meaningWords(result)),
  };
  return [...decisions, returned];
}

interface RustSignature {
  readonly params: readonly {
    readonly name: string;
    readonly type: string;
    readonly text: string;
  }[];
  /** Empty for nothing. */
  readonly returns: string;
}

/** Nothing where the text is no signature. */
function rustSignature(parser: SourceParser, text: string): RustSignature {
  const tree = cachedSyntax(parser, `${text.replace(/[;{\s]+$/, '')} {}`);
  const [fn] = rustFileOf(tree, 'src/lib.rs').functions;
  if (fn === undefined) return { params: [], returns: '' };
  const self = /\(\s*((?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self)\b/.exec(text)?.[1];
  const own = self === undefined ? [] : [{ name: 'self', type: self, text: self }];
  const others = fn.parameters.flatMap(({ name, type }) => {
    if (type === undefined || name === '' || name === 'self') return [];
    return [{ name, type: type.text, text: `${name}: ${type.text}` }];
  });
  return { params: [...own, ...others], returns: fn.returns?.text ?? '' };
}

function plainWords(c: string, rust: string): string {
  if (!c.includes('*')) return 'the same value';
  if (/^&\s*(?:'\w+\s+)?mut\b/.test(rust)) return 'written in place: a mutable borrow';
  if (rust.startsWith('&')) return 'read only: a shared borrow';
  if (rust.startsWith('Option<')) return 'null is `None`';
  return 'owned by the Rust function';
}

function returnWords(c: string, rust: string, meaning: string | undefined): string {
  if (meaning !== undefined) return meaning;
  if (rust === '') return c === 'void' ? 'nothing' : 'it is not given back';
  if (/^(?:Option<|Result<|\()/.test(rust)) return 'by the types alone: no mapping says how';
  return c === 'void' ? 'what the C writes is given back' : 'the same value';
}
