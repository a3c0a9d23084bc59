/** Rustward's mark, a shield with a check, drawn rather than loaded. */
export const LOGO =
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1.8 3.6 5v6.2c0 5.2 3.5 9.4 8.4 11 4.9-1.6 8.4-5.8 8.4-11V5z"/><path class="tick" d="m8 12.1 2.8 2.8L16.2 9.4"/></svg>';
