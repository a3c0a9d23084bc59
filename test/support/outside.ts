/** Where the environment of the tests has put what loads modules outside of them. */
export const OUTSIDE = Symbol.for('rustward.outside');

type Load = (url: string) => Promise<unknown>;

/**
 * Loads a module outside of the test file, where it is once for all test files of a worker: what
 * takes long to load, and keeps nothing of one test for the next. Its values are of another realm,
 * so that `instanceof` does not know them.
 * @param url of the module
 * @returns the module; the caller names its type
 */
export async function loadOutside<Module>(
  url: URL,
  isModule: (value: unknown) => value is Module,
): Promise<Module> {
  const load: unknown = Reflect.get(globalThis, OUTSIDE);
  const module = await (isLoad(load) ? load(url.href) : import(url.href));
  if (!isModule(module)) throw new Error(`${url.href} is not the module that was meant`);
  return module;
}

function isLoad(value: unknown): value is Load {
  return typeof value === 'function';
}
