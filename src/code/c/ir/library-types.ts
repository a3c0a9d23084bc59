import { type DataModel, LP64 } from './data-model.ts';
import {
  CHAR_POINTER,
  type CType,
  DOUBLE,
  INT,
  LONG,
  longType,
  namedType,
  SIZE,
  UINT,
  UNKNOWN,
  VOID_POINTER,
} from './types.ts';

const FILE_POINTER: CType = { kind: 'pointer', to: { kind: 'record', name: 'FILE' } };
const UINT16: CType = { kind: 'int', bits: 16, signed: false };

/** Names stand for types whose width the target decides. */
type LibraryType = CType | 'size_t' | 'ssize_t' | 'long' | 'unsigned long';

const TYPES: readonly (readonly [LibraryType, string])[] = [
  [VOID_POINTER, 'memcpy memmove memset memchr memmem alloca'],
  [
    CHAR_POINTER,
    'strdup strndup strchr strrchr strstr strtok strtok_r strpbrk strcpy strcat strncpy strncat ' +
      'strerror strsep strcasestr getenv secure_getenv realpath getcwd fgets gets ctime asctime ' +
      'inet_ntoa basename dirname',
  ],
  ['size_t', 'strlen strnlen wcslen fread fwrite strlcpy strlcat strspn strcspn strftime mbstowcs'],
  [
    'ssize_t',
    'read write recv send recvfrom sendto pread pwrite readlink recvmsg sendmsg getline getdelim',
  ],
  ['unsigned long', 'strtoul stoul'],
  ['long', 'strtol ftell ftello lseek time labs atol random sysconf stol'],
  [SIZE, 'strtoull strtoumax stoull'],
  [LONG, 'strtoll llabs atoll stoll'],
  [DOUBLE, 'atof strtod sqrt pow fabs floor ceil sin cos log exp'],
  [FILE_POINTER, 'fopen fdopen freopen tmpfile popen fopen64'],
  [
    INT,
    'rand atoi abs open socket accept creat dup dup2 printf fprintf sprintf snprintf scanf sscanf ' +
      'fscanf strcmp strncmp memcmp getchar fgetc getc toupper tolower isdigit isalpha close fclose stoi',
  ],
  [UINT, 'htonl ntohl'],
  [UINT16, 'htons ntohs'],
];

const BY_NAME: ReadonlyMap<string, LibraryType> = new Map(
  TYPES.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

/** What a library function returns when no header was read; unknown for other functions. */
export function libraryReturnType(name: string, model: DataModel = LP64): CType {
  const known = BY_NAME.get(name);
  if (typeof known === 'string')
    return namedType(known, model) ?? longType(model, known === 'long');
  if (known !== undefined) return known;
  // Projects wrap allocators under names such as `xmalloc`.
  return /^[a-z]*alloc[a-z]*$/.test(name) ? VOID_POINTER : UNKNOWN;
}

const CLASS =
  /^(?:vector|deque|(?:forward_)?list|array|(?:unordered_)?(?:multi)?(?:map|set)|queue|stack|optional|span|(?:unique|shared|weak)_ptr|basic_string(?:_view)?)<[\s\S]*>$/;

/** The class of the library that a call makes an object of: `std::vector<int>(2)`, `std::make_unique<T>()`. */
export function constructedType(callee: string): CType | undefined {
  const plain = callee.replace(/^(?:::)?std::/, '');
  if (plain === callee) return undefined;
  const made = /^make_(unique|shared)(?:_for_overwrite)?(<[\s\S]*>)$/.exec(plain);
  if (made !== null) return { kind: 'unknown', name: `std::${made[1]}_ptr${made[2]}` };
  const isClass = CLASS.test(plain) || /^(?:w|u8|u16|u32)?string(?:_view)?$/.test(plain);
  return isClass ? { kind: 'unknown', name: `std::${plain}` } : undefined;
}
