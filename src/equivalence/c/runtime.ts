import { basename } from 'node:path/posix';
import { asset, C_RUNTIME_ASSETS } from '../../workspace/asset.ts';
import {
  FIXTURE_PATHS,
  FIXTURE_ROOT,
  LINK_TARGETS,
  WORKING_FOLDER,
} from '../cases/file-fixture.ts';
import { CHARACTER_FUNCTIONS, UNDEFINED_BEHAVIOUR, WIDE_SHIFT } from './wrapped-symbols.ts';

/** Why a case does not count in which a call takes an object that no earlier call has made. */
export const NOT_MADE = 'the object was not made';

/** Why a case does not count on which the C goes by memory that nothing was written to. */
export const UNWRITTEN = 'it reads memory that no call has written';

/** Why a case does not count on which Rust reaches out of a list, as the C does. */
export const BEHIND_ELEMENTS = 'it uses memory behind the elements of a list, and adds none';

/** How many bytes more there are behind the memory of C that reaches beyond it in every case. */
export const ROOM = 16;

/**
 * The part of the driver that is the same for every function, by the names of its files in one folder.
 * `runtime.c` is the unit, and includes the others.
 */
export function cRuntime(): ReadonlyMap<string, string> {
  return new Map([
    ...C_RUNTIME_ASSETS.map((name) => [basename(name), asset(name)] as const),
    ['config.h', CONFIG],
  ]);
}

/** What this program and the runtime must agree upon. */
const CONFIG = `#define RW_NOT_MADE ${JSON.stringify(NOT_MADE)}
#define RW_UNWRITTEN ${JSON.stringify(UNWRITTEN)}
#define RW_BEHIND_ELEMENTS ${JSON.stringify(BEHIND_ELEMENTS)}
#define RW_WIDE_SHIFT ${JSON.stringify(WIDE_SHIFT)}
#define RW_ROOM ${ROOM}
#define RW_PLACE_LIST ${list(FIXTURE_PATHS)}
#define RW_TARGET_LIST ${list(LINK_TARGETS)}
#define RW_WORLD ${JSON.stringify(FIXTURE_ROOT)}
#define RW_WORKING_FOLDER ${JSON.stringify(WORKING_FOLDER)}
#define RW_CHARACTER_FUNCTIONS(X) ${CHARACTER_FUNCTIONS.map((name) => `X(${name})`).join(' ')}
#define RW_UNDEFINED_BEHAVIOUR(X) ${UNDEFINED_BEHAVIOUR.map(([name, text]) => `X(${name}, ${JSON.stringify(text)})`).join(' ')}
`;

function list(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}
