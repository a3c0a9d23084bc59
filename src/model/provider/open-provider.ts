import type { Clock } from '../clock.ts';
import type { ModelSettings } from '../configuration/settings.ts';
import type { Provider } from './provider.ts';

/**
 * A model's provider, whose package is loaded with the first question: its two hundred modules are a
 * fifth of the time until the program runs, and most runs ask nothing.
 */
export function openProvider(settings: ModelSettings, clock: Clock): Provider {
  let loaded: Promise<Provider> | undefined;
  const load = async () => {
    const { httpProvider } = await import('./http-provider.ts');
    return httpProvider(settings, clock);
  };
  return {
    async complete(request, signal, onText) {
      loaded ??= load();
      return (await loaded).complete(request, signal, onText);
    },
  };
}
