import type { CRecord, CType } from '../code/clang/c-type.ts';
import type { CFunction, CParam } from '../code/clang/c-unit.ts';
import type { WideCall } from './file-variables.ts';
import { sameName } from './names.ts';
import { prints, STANDARD_STREAMS } from './process-effects.ts';
import { behindReference, type RustParam } from './rust/rust-type.ts';
import { isStream } from './stream-pair.ts';

const FILE: CRecord = { id: 'rw_FILE', name: 'FILE', tag: 'struct', fields: undefined };

/**
 * Gives a call a parameter for `stdout` or `stderr` where Rust is given what it prints to: the mapping
 * says it, the name of a parameter, or that the C prints and has no stream for it.
 * @param reached by the C function
 */
export function withStandardStreams(wide: WideCall, reached: readonly CFunction[]): WideCall {
  const { function: f, rust, mapping, records } = wide;
  const hasStreams = f.params.some(
    ({ type }) => type.kind === 'pointer' && isStream(type.to, { records }),
  );
  const found = rust.params.flatMap((param) => {
    const stream = isWritten(param)
      ? streamFor(param, wide, !hasStreams && prints(reached))
      : undefined;
    return stream === undefined ? [] : [{ stream, param: param.name }];
  });
  if (found.length === 0) return wide;
  const type: CType = { kind: 'pointer', to: { kind: 'record', id: FILE.id }, isConst: false };
  const params = [...new Set(found.map(({ stream }) => stream))].map(
    (name): CParam => ({ name, type, spelled: 'FILE *' }),
  );
  return {
    ...wide,
    function: { ...f, params: [...f.params, ...params] },
    mapping: {
      ...mapping,
      rust: {
        ...mapping.rust,
        ...Object.fromEntries(found.map(({ stream, param }) => [param, stream])),
      },
    },
    records: new Map([...records, [FILE.id, FILE]]),
    params: [...wide.params, ...params],
  };
}

function isWritten({ type }: RustParam): boolean {
  const behind = behindReference(type);
  return behind.kind === 'stream' && behind.does === 'writes';
}

function streamFor(
  { name }: RustParam,
  { mapping, function: f }: WideCall,
  isGuessed: boolean,
): string | undefined {
  const wanted = mapping.rust[name];
  const isParameter = f.params.some((one) => sameName(one.name, wanted ?? name));
  if (isParameter) return undefined;
  const known = STANDARD_STREAMS.find((stream) => sameName(stream, wanted ?? name));
  if (known !== undefined || wanted !== undefined || !isGuessed) return known;
  return /err/i.test(name) ? 'stderr' : 'stdout';
}
