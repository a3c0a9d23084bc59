import type { Measured } from './estimate.ts';

/** Made by `npm run bench:calibration -- --write` of bench/calibration/judged.json. */
export const MEASURED: readonly Measured[] = [];
