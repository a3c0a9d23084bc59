import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction, ClangParameter } from '../../code/clang/unit.ts';
import { isSameName } from '../name-matching.ts';
import { isStream } from '../pairing/stream-pair.ts';
import {
  mayPrint,
  mayReadStdin,
  STANDARD_INPUT,
  STANDARD_STREAMS,
} from '../plan/process-effects.ts';
import { behindReference, type RustParam } from '../rust-api/rust-type.ts';
import type { CallWithVariables } from './file-variables.ts';

const FILE_RECORD: ClangRecord = { id: 'rw_FILE', name: 'FILE', tag: 'struct', fields: undefined };

/**
 * Gives a call a parameter for `stdout` or `stderr` where Rust is given what it prints to: the mapping
 * says it, the name of a parameter, or that the C prints and has no stream for it. So it is with `stdin`.
 * @param reached by the C function
 */
export function withStandardStreams(
  call: CallWithVariables,
  reached: readonly ClangFunction[],
): CallWithVariables {
  const { function: f, rust, mapping, records } = call;
  const hasStreams = f.params.some(
    ({ type }) => type.kind === 'pointer' && isStream(type.to, { records }),
  );
  const found = rust.params.flatMap((param) => {
    const stream = doesStream(param, 'writes')
      ? streamFor(param, call, !hasStreams && mayPrint(reached))
      : doesStream(param, 'reads')
        ? inputFor(param, call, !hasStreams && mayReadStdin(reached))
        : undefined;
    return stream === undefined ? [] : [{ stream, param: param.name }];
  });
  if (found.length === 0) return call;
  const type: ClangCType = {
    kind: 'pointer',
    to: { kind: 'record', id: FILE_RECORD.id },
    isConst: false,
  };
  const params = [...new Set(found.map(({ stream }) => stream))].map(
    (name): ClangParameter => ({ name, type, spelled: 'FILE *' }),
  );
  return {
    ...call,
    function: { ...f, params: [...f.params, ...params] },
    mapping: {
      ...mapping,
      rust: {
        ...mapping.rust,
        ...Object.fromEntries(found.map(({ stream, param }) => [param, stream])),
      },
    },
    records: new Map([...records, [FILE_RECORD.id, FILE_RECORD]]),
    params: [...call.params, ...params],
  };
}

function doesStream({ type }: RustParam, does: 'reads' | 'writes'): boolean {
  const behind = behindReference(type);
  return behind.kind === 'stream' && behind.does === does;
}

/** Whether a Rust parameter that is read stands for the standard input. */
function inputFor(
  { name }: RustParam,
  { mapping, function: f }: CallWithVariables,
  isGuessed: boolean,
): string | undefined {
  const wanted = mapping.rust[name];
  if (f.params.some((one) => isSameName(one.name, wanted ?? name))) return undefined;
  const isNamed = isSameName(STANDARD_INPUT, wanted ?? name);
  return isNamed || (wanted === undefined && isGuessed) ? STANDARD_INPUT : undefined;
}

function streamFor(
  { name }: RustParam,
  { mapping, function: f }: CallWithVariables,
  isGuessed: boolean,
): string | undefined {
  const wanted = mapping.rust[name];
  const isParameter = f.params.some((one) => isSameName(one.name, wanted ?? name));
  if (isParameter) return undefined;
  const known = STANDARD_STREAMS.find((stream) => isSameName(stream, wanted ?? name));
  if (known !== undefined || wanted !== undefined || !isGuessed) return known;
  return /err/i.test(name) ? 'stderr' : 'stdout';
}
