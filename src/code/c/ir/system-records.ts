import type { DataModel } from './data-model.ts';

/** What memory a record takes, in bytes. */
interface RecordSize {
  readonly size: number;
  readonly alignment: number;
}

/** Records of the system's headers, with their size and alignment on 64-bit Linux. */
const RECORDS: readonly (readonly [name: string, size: number, alignment: number])[] = [
  ['sockaddr', 16, 2],
  ['sockaddr_in', 16, 4],
  ['sockaddr_in6', 28, 4],
  ['sockaddr_storage', 128, 8],
  ['sockaddr_un', 110, 2],
  ['in_addr', 4, 4],
  ['in6_addr', 16, 4],
  ['timeval', 16, 8],
  ['timespec', 16, 8],
  ['itimerval', 32, 8],
  ['tm', 56, 8],
  ['stat', 144, 8],
  ['statvfs', 112, 8],
  ['rlimit', 16, 8],
  ['rusage', 144, 8],
  ['utsname', 390, 1],
  ['termios', 60, 4],
  ['winsize', 8, 2],
  ['pollfd', 8, 4],
  ['iovec', 16, 8],
  ['msghdr', 56, 8],
  ['sigaction', 152, 8],
  ['passwd', 48, 8],
  ['group', 32, 8],
  ['addrinfo', 48, 8],
  ['hostent', 32, 8],
  ['epoll_event', 12, 1],
];

const BY_NAME: ReadonlyMap<string, RecordSize> = new Map(
  RECORDS.map(([name, size, alignment]) => [name, { size, alignment }]),
);

/** How large a record is that no file of the project declares; undefined where the system is another, or the name not known. */
export function systemRecord(name: string, model: DataModel): RecordSize | undefined {
  return model.pointerBits === 64 && model.longBits === 64 ? BY_NAME.get(name) : undefined;
}

/** Whether a pointer to a record stands for one of several that are longer: `struct sockaddr *` for any address. */
export function standsForLonger(name: string): boolean {
  return name === 'sockaddr';
}
