import { lastTwo } from '../../../code/rust/items/path.ts';
import type { RustCall } from '../../../code/rust/state/events.ts';

const OPENING = new Set([
  'fs::read',
  'fs::read_to_string',
  'fs::write',
  'fs::copy',
  'fs::rename',
  'fs::remove_file',
  'fs::remove_dir',
  'fs::remove_dir_all',
  'fs::create_dir',
  'fs::create_dir_all',
  'fs::read_dir',
  'fs::read_link',
  'fs::set_permissions',
  'fs::hard_link',
  'unix::symlink',
  'fs::symlink',
  'File::open',
  'File::create',
  'File::create_new',
  'NamedFile::open',
]);

/** The index of the path among the arguments, when a call opens or changes a file. */
export function fileArgument(call: RustCall): number | undefined {
  if (!call.isMethod) {
    if (OPENING.has(lastTwo(call.path))) return 0;
    return undefined;
  }
  const opens =
    call.name === 'open' && /OpenOptions|File::options/.test(call.receiver?.builder?.path ?? '');
  return opens && call.arguments.length === 1 ? 0 : undefined;
}

/** Methods and functions that send text to a database. */
export function queryArgument(call: RustCall): number | undefined {
  if (!call.isMethod) {
    return /(?:^|::)(?:sql_query|sqlx::query\w*|sqlx::raw_sql|diesel::sql_query|query|query_as|query_scalar|raw_sql)$/.test(
      call.path,
    ) && /sqlx|diesel|sql/.test(call.path)
      ? 0
      : undefined;
  }
  const named =
    /^(?:execute|execute_batch|batch_execute|prepare|prepare_cached|query|query_row|query_one|query_opt|query_map|simple_query|query_drop|query_first|query_iter|exec|raw_sql|execute_unprepared)$/;
  return named.test(call.name) && call.arguments.length > 0 ? 0 : undefined;
}
