import { basename } from 'node:path/posix';

/** Programs that run the compiler that is named behind them. */
const WRAPPER = /^(?:ccache|sccache|distcc|icecc|buildcache)(?:\.exe)?$/;

/** Compilers that make programs for the machine that they run on, where nothing else is said. */
const NATIVE =
  /^(?:(?:afl-|musl-|llvm-|mpi)?(?:gcc|g\+\+|cc|cxx|c\+\+|clang|clang\+\+)|icp?c|icp?x|tcc|c[89]9|nvcc|hipcc|dpcpp|ccc-analyzer|c\+\+-analyzer)(?:-mp)?(?:-?[\d.]+)?(?:\.exe)?$/;

/** Which compiler a command runs. */
export function compilerOf(command: readonly string[]): string {
  return command.find((word) => !WRAPPER.test(nameOf(word))) ?? '';
}

/** Whether a compiler takes the options of Microsoft's. */
export function takesMicrosoftOptions(compiler: string): boolean {
  return /^(?:clang-)?cl(?:\.exe)?$/.test(nameOf(compiler));
}

/** Whether a compiler is Microsoft's own. */
export function isOfMicrosoft(compiler: string): boolean {
  return /^cl(?:\.exe)?$/.test(nameOf(compiler));
}

/** Whether a compiler is for the machine that it runs on, as far as its name says. */
export function isNative(compiler: string): boolean {
  return NATIVE.test(nameOf(compiler));
}

/** What the name of a compiler says of its target: `arm-linux-gnueabihf-gcc-12`, `cl.exe`. */
export function targetOfCompiler(compiler: string): string | undefined {
  const name = nameOf(compiler);
  if (takesMicrosoftOptions(compiler)) return `${machineOfMicrosoft(compiler)}-pc-windows-msvc`;
  const isForOwn = /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:\.exe)?$/.test(name);
  // MSYS2 names a folder after each of its environments: `C:\msys64\mingw32\bin\gcc.exe`.
  const [, width] = /[\\/](?:mingw|clang|ucrt)(32|64)[\\/]bin[\\/][^\\/]+$/i.exec(compiler) ?? [];
  if (isForOwn && width !== undefined)
    return width === '32' ? 'i686-w64-mingw32' : 'x86_64-w64-mingw32';
  if (/^clang(?:\+\+)?\.exe$/.test(name)) return 'x86_64-pc-windows-msvc';
  if (isForOwn && name.endsWith('.exe')) return 'x86_64-w64-mingw32';
  if (/^em(?:cc|\+\+)/.test(name)) return 'wasm32-unknown-emscripten';
  if (isNative(compiler)) return undefined;
  return /^(.+)-(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-(?:posix|win32|[\d.]+))*(?:\.exe)?$/.exec(
    name,
  )?.[1];
}

/**
 * Each compiler of Microsoft's is for one machine, after which its folder is named: `Hostx64/x86/cl.exe`, and
 * `VC/bin/amd64_x86/cl.exe` in older versions, where the one without such a folder is for 32 bits.
 */
function machineOfMicrosoft(compiler: string): string {
  const [, machine = ''] =
    /[\\/](?:(?:x86|amd64)_)?(x86|arm|arm64)[\\/][^\\/]+$/i.exec(compiler) ?? [];
  if (isOfMicrosoft(compiler) && /[\\/]VC[\\/]bin[\\/][^\\/]+$/i.test(compiler)) return 'x86';
  return machine === '' ? 'x86_64' : machine.toLowerCase();
}

function nameOf(compiler: string): string {
  return basename(compiler.replaceAll('\\', '/')).toLowerCase();
}
