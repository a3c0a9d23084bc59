import type { CallExpr } from '../../c/ir/ast.ts';
import { streamSource } from '../../c/ir/stream-source.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import { ALGORITHM_POINTERS, ALGORITHMS, streamModel } from '../../library-models/cpp-library.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';

/** What is known of the library function, algorithm or method of a stream that a call names. */
export function libraryModelOfCall(call: CallExpr): CallModel | undefined {
  const { name, args, callee, receiver } = call;
  if (receiver !== undefined) {
    const source = args.length < 2 ? undefined : streamSource(receiver);
    return source === undefined || source === 'object' ? undefined : streamModel(name, source);
  }
  const pointers = ALGORITHM_POINTERS[name];
  const isStandard = callee.kind === 'name' && /^(?:::)?std::/.test(callee.name);
  if (pointers === undefined || !isStandard) return libraryModelOf(name);
  const isPlain = pointers.every((at) => {
    const type = args[at]?.type;
    return type !== undefined && isPointerLike(type);
  });
  return isPlain ? ALGORITHMS[name] : undefined;
}
