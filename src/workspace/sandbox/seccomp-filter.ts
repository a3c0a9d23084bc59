/** What seccomp_data holds of a call, in bytes from its begin; of an argument, the lower half. */
const OFFSETS = { call: 0, architecture: 4, argument: (index: number) => 16 + 8 * index } as const;

/** Operations of the kernel's packet filters, as far as they are used here. */
const OPERATIONS = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, return: 0x06 } as const;

const ALLOW = 0x7fff_0000;
const REFUSE = 0x0005_0000;
const ERRORS = { notPermitted: 1, noSuchCall: 38, noSuchFamily: 97 } as const;

/** From here on the numbers of x86-64 are those of another interface to the same calls. */
const X32_CALLS = 0x4000_0000;

/** Local ones, those of the internet, and questions to the kernel: of no other has a namespace its own. */
const SOCKET_FAMILIES = [1, 2, 10, 16] as const;

/** The first process inside, which is bubblewrap's own. */
const FIRST_PROCESS = 1;

/** The numbers that calls have on one kind of machine. */
interface Machine {
  readonly architecture: number;
  readonly hasX32: boolean;
  readonly socket: number;
  /** Keys: add_key, request_key, keyctl. Also kcmp, pidfd_getfd, process_madvise. */
  readonly refused: readonly number[];
  /** bpf, perf_event_open, userfaultfd, and io_uring, which opens sockets past every filter. */
  readonly missing: readonly number[];
  /** Calls that look into a process, with the place of its number among their arguments. */
  readonly looking: readonly (readonly [call: number, argument: number])[];
}

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    ...{ architecture: 0xc000_003e, hasX32: true, socket: 41 },
    refused: [248, 249, 250, 312, 438, 440],
    missing: [321, 298, 323, 425, 426, 427],
    looking: [
      [101, 1],
      [310, 0],
      [311, 0],
    ],
  },
  arm64: {
    ...{ architecture: 0xc000_00b7, hasX32: false, socket: 198 },
    refused: [217, 218, 219, 272, 438, 440],
    missing: [280, 241, 282, 425, 426, 427],
    looking: [
      [117, 1],
      [270, 0],
      [271, 0],
    ],
  },
};

/**
 * The filter of system calls that bubblewrap hands to the kernel: keys, sockets that no namespace keeps
 * apart, and what looks into the first process are refused. Programs of another kind of machine, such
 * as those of 32 bits, can make no call at all.
 * @returns undefined where the numbers of the calls are not known here
 */
export function seccompFilter(machineName: string = process.arch): Buffer | undefined {
  const machine = MACHINES[machineName];
  if (machine === undefined) return undefined;
  const { load, jumpIfEqual, jumpIfAtLeast } = OPERATIONS;
  const refuse = (error: number) => step(OPERATIONS.return, REFUSE | error);
  const loadCall = step(load, OFFSETS.call);
  return Buffer.concat([
    step(load, OFFSETS.architecture),
    ...[step(jumpIfEqual, machine.architecture, 1, 0), refuse(ERRORS.noSuchCall)],
    loadCall,
    ...(machine.hasX32 ? [step(jumpIfAtLeast, X32_CALLS, 0, 1), refuse(ERRORS.noSuchCall)] : []),
    ...machine.refused.flatMap((call) => [
      ...[step(jumpIfEqual, call, 0, 1), refuse(ERRORS.notPermitted)],
    ]),
    ...machine.missing.flatMap((call) => [
      ...[step(jumpIfEqual, call, 0, 1), refuse(ERRORS.noSuchCall)],
    ]),
    ...machine.looking.flatMap(([call, argument]) => [
      ...[step(jumpIfEqual, call, 0, 4), step(load, OFFSETS.argument(argument))],
      ...[step(jumpIfEqual, FIRST_PROCESS, 0, 1), refuse(ERRORS.notPermitted), loadCall],
    ]),
    step(jumpIfEqual, machine.socket, 0, SOCKET_FAMILIES.length + 2),
    step(load, OFFSETS.argument(0)),
    ...SOCKET_FAMILIES.map((family, at) =>
      step(jumpIfEqual, family, SOCKET_FAMILIES.length - at, 0),
    ),
    ...[refuse(ERRORS.noSuchFamily), step(OPERATIONS.return, ALLOW)],
  ]);
}

/** One instruction, with how many to leave out where its condition holds and where it does not. */
function step(operation: number, value: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
