import type { TaintKind } from './taint.ts';

/** Functions whose result comes from outside, by their last two path segments. */
export const SOURCES: ReadonlyMap<string, TaintKind> = new Map([
  ['env::args', 'arguments'],
  ['env::args_os', 'arguments'],
  ['env::var', 'environment'],
  ['env::var_os', 'environment'],
  ['env::vars', 'environment'],
  ['io::stdin', 'stdin'],
  ['tokio::io::stdin', 'stdin'],
  ['fs::read', 'file'],
  ['fs::read_to_string', 'file'],
  ['File::open', 'file'],
  ['reqwest::get', 'network'],
  ['blocking::get', 'network'],
]);

/** Types whose values are filled from outside the program: as parameters, receivers and results. */
export const SOURCE_TYPES: ReadonlyMap<string, TaintKind> = new Map([
  ['TcpStream', 'network'],
  ['TcpListener', 'network'],
  ['UdpSocket', 'network'],
  ['UnixStream', 'network'],
  ['UnixListener', 'network'],
  ['Stdin', 'stdin'],
  ['StdinLock', 'stdin'],
  ['HttpRequest', 'request'],
  ['Request', 'request'],
  ['Query', 'request'],
  ['Form', 'request'],
  ['Json', 'request'],
  ['Multipart', 'request'],
  ['TypedHeader', 'request'],
  ['HeaderMap', 'request'],
]);

/** Methods that write what they read into their first argument. */
export const FILLING = new Set([
  'read_line',
  'read',
  'read_exact',
  'read_to_end',
  'read_to_string',
  'read_until',
  'read_buf',
  'recv',
  'recv_from',
  'peek',
]);

/** Methods that add their arguments to their receiver. */
export const GROWING = new Set([
  'push',
  'push_str',
  'insert',
  'insert_str',
  'extend',
  'extend_from_slice',
  'append',
  'push_back',
  'push_front',
  'set_file_name',
  'write_str',
  'clone_from',
]);

/** Methods whose result holds their arguments too. */
export const COMBINING = new Set([
  'join',
  'concat',
  'replace',
  'replacen',
  'unwrap_or',
  'or',
  'chain',
  'with_file_name',
  'with_extension',
  'zip',
]);

/** Methods that give the same place back in another dress. */
export const VIEWS = new Set([
  'as_ref',
  'as_mut',
  'as_deref',
  'as_deref_mut',
  'clone',
  'cloned',
  'copied',
  'to_owned',
  'borrow',
  'by_ref',
  'as_path',
  'as_str',
]);

/** Methods that keep the text as it is, for texts fixed in the program. */
export const KEEPS_TEXT = new Set([
  'to_string',
  'to_owned',
  'into',
  'as_str',
  'clone',
  'as_bytes',
  'to_vec',
  'as_ref',
  'into_bytes',
  'into_boxed_str',
  'as_path',
  'to_path_buf',
  'trim',
  'unwrap',
  'expect',
  'bytes',
  'as_os_str',
  'to_string_lossy',
  'into_owned',
]);

/** Functions that wrap what they are given and nothing more. */
export const WRAPPERS = new Set([
  'from',
  'new',
  'Some',
  'Ok',
  'Err',
  'from_utf8',
  'from_utf8_lossy',
  'from_utf8_unchecked',
  'from_str',
  'from_slice',
  'from_reader',
  'decode',
  'read_to_string',
  'absolute',
  'canonicalize',
  'unescape',
  'Borrowed',
  'Owned',
  'take',
  'Reverse',
  'black_box',
]);

/** Methods and functions after which text can do no harm, or is no longer that text. */
export const CLEANSING =
  /sanit|escape|valid|quote|clean|safe_join|normaliz|hash|digest|encode|hmac|encrypt|to_hex/i;

/** Methods that give a number or a truth, which carries no text. */
export const MEASURES =
  /^(?:len|count|capacity|is_\w+|has_\w+|contains\w*|starts_with|ends_with|eq|ne|cmp|any|all|exists|position|rfind|find_char)$/;

/** Methods that tell of a connection or a request what the program or the system has set. */
export const SETTINGS =
  /^(?:local_addr|set_\w+|nodelay|ttl|linger|take_error|as_(?:raw_)?(?:fd|socket|handle)|into_(?:raw_)?(?:fd|socket|handle)|shutdown|flush|write\w*|(?:poll_)?(?:writable|readable|ready)|app_data|app_config|conn_data|extensions(?:_mut)?)$/;

/** Only the last component of a path: no directory can be left with it. */
export const FILE_NAMES = new Set(['file_name', 'file_stem', 'extension']);

/** After these an Option is no longer what it was. */
export const CHANGES_PRESENCE = new Set([
  'take',
  'replace',
  'insert',
  'clear',
  'pop',
  'remove',
  'truncate',
  'drain',
]);

/** What a function does that keeps a path within its folder. */
export const CHECKS_PARTS = /"\.\."|\bParentDir\b|\bComponent::Normal\b/;
