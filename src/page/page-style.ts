/**
 * The colours, each for light and for dark. Text has at least 4.5 to 1 against every surface it
 * stands on; what is only drawn has at least 3 to 1.
 */
const COLOURS = `
:root{color-scheme:light dark;
--page:light-dark(#f6f4f0,#151413);--surface:light-dark(#ffffff,#1e1c1b);--sunken:light-dark(#faf8f5,#191716);
--ink:light-dark(#24211d,#ece8e1);--quiet:light-dark(#67615a,#aaa299);--line:light-dark(#e4dfd7,#35312e);
--edge:light-dark(#8d867d,#7d766e);--accent:light-dark(#9c3f17,#f2a078);--accent-soft:light-dark(#fbefe8,#33221a);
--high:light-dark(#ad2418,#ff9a8d);--high-soft:light-dark(#fdecea,#3d1d19);--high-fill:light-dark(#c93a2c,#f0705f);
--medium:light-dark(#855200,#edbb63);--medium-soft:light-dark(#fcf1dc,#37290f);--medium-fill:light-dark(#c17c10,#d99d35);
--low:light-dark(#2a5c8a,#94c1ea);--low-soft:light-dark(#e8f1f9,#182b3d);--low-fill:light-dark(#4a83b8,#639ccf);
--good:light-dark(#1f6039,#8bd3a7);--good-soft:light-dark(#eaf5ee,#16281d);--mark:light-dark(#ffe2a8,#6b4c12);--hit:light-dark(#fff6e3,#2b2417);
--shadow:light-dark(#3a2a1a14,#00000059)}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}`;

const BASE = `
*,::before,::after{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;font-variant-ligatures:no-contextual;background:var(--page);color:var(--ink);font:1rem/1.55 Inter,system-ui,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;overflow-wrap:break-word}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}ul,ol{list-style:none}fieldset{border:0;min-width:0}
code,kbd,pre{font-family:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:.06em}a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}#findings:focus{outline:0}
.wide,main{max-width:70rem;margin-inline:auto;padding-inline:clamp(1rem,3vw,2rem)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;z-index:3;background:var(--surface);padding:.6rem 1rem;border-radius:0 0 8px 8px}.skip:focus{top:0}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;padding:.05em .4em;background:var(--surface);color:var(--quiet)}
button,select,input{font:inherit;color:inherit}
.track{fill:var(--line);stroke:var(--line)}.none,.note{color:var(--quiet)}
.number{color:var(--quiet);font-weight:450;font-variant-numeric:tabular-nums;margin-left:.25em}`;

const MASTHEAD = `
.masthead{background:var(--surface);border-bottom:1px solid var(--line);border-top:4px solid var(--accent);padding-bottom:1.75rem}
.masthead.findings{border-top-color:var(--high-fill)}.masthead.clean{border-top-color:var(--good)}.masthead.inconclusive{border-top-color:var(--medium-fill)}
.topline{display:flex;justify-content:space-between;align-items:center;padding-block:1rem}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:650;letter-spacing:-.01em}.brand span{font-weight:400;color:var(--quiet)}
.mark{width:1.5rem;fill:var(--accent)}.mark .tick{fill:none;stroke:var(--surface);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.theme{border:1px solid var(--line);background:none;border-radius:99px;padding:.3rem .9rem;font-size:.875rem;cursor:pointer}.theme:hover{border-color:var(--edge)}
.notice{display:flex;margin-top:.25rem}.notice span{background:var(--accent-soft);color:var(--accent);border-radius:8px;padding:.4rem .85rem;font-size:.9rem}
h1{font-size:clamp(2rem,1.4rem + 2.6vw,3rem);line-height:1.1;font-weight:680;letter-spacing:-.028em;margin-top:1.5rem;text-wrap:balance}
.verdict{color:var(--quiet);font-size:1.075rem;margin-top:.5rem}
.figures{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1.35rem}
.figures li{display:flex;align-items:baseline;gap:.4rem;border:1px solid var(--line);border-radius:99px;padding:.2rem .85rem;font-size:.9rem;color:var(--quiet)}
.figures b{font-variant-numeric:tabular-nums;color:var(--ink)}
.figures .high:not(.zero){background:var(--high-soft);border-color:transparent}.figures .high:not(.zero),.figures .high:not(.zero) b{color:var(--high)}
.figures .medium:not(.zero){background:var(--medium-soft);border-color:transparent}.figures .medium:not(.zero),.figures .medium:not(.zero) b{color:var(--medium)}
.figures .low:not(.zero){background:var(--low-soft);border-color:transparent}.figures .low:not(.zero),.figures .low:not(.zero) b{color:var(--low)}
.lead{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,auto);gap:2rem 4rem;align-items:end}
.about-run{display:grid;gap:.6rem;font-size:.9rem;max-width:24rem;border-left:1px solid var(--line);padding-left:1.75rem}
dt{color:var(--quiet);font-size:.78rem;letter-spacing:.01em}dd{min-width:0}.about-run dd{line-height:1.4;overflow-wrap:anywhere}
@media (max-width:56rem){.lead{grid-template-columns:minmax(0,1fr)}.about-run{border:0;padding:0;max-width:none;display:flex;flex-wrap:wrap;gap:.8rem 2rem}}`;

const OVERVIEW = `
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1rem;margin-block:1.5rem 2.5rem}
.charts:has(>:nth-child(4)){grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
.card{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:1.15rem 1.35rem 1.35rem;min-width:0}
figcaption{font-weight:600;font-size:.95rem;margin-bottom:.9rem;display:flex;justify-content:space-between;align-items:baseline}figcaption small{font-weight:400;color:var(--quiet);font-size:.78rem}
.ring{display:flex;align-items:center;gap:1.5rem}.ring svg{width:8.25rem;flex:none}
.ring circle{fill:none;stroke-width:4.6}.ring .arc{transform:none}.ring circle.high{stroke:var(--high-fill)}.ring circle.medium{stroke:var(--medium-fill)}.ring circle.low,.ring .unproven{stroke:var(--low-fill)}
.ring .verified{stroke:var(--accent)}.ring .unverified{stroke:var(--medium-fill)}.ring .refuted{stroke:var(--good)}.ring .unexamined{stroke:var(--edge)}
.ring text{font-size:7.5px;font-weight:650;fill:var(--ink);letter-spacing:-.03em}
.ring ul{flex:1;display:grid;gap:.45rem;font-size:.92rem}.ring li{display:flex;align-items:center;gap:.55rem}.ring b{margin-left:auto;font-variant-numeric:tabular-nums}
.dot{width:.65rem;height:.65rem;border-radius:3px}.dot.high{background:var(--high-fill)}.dot.medium{background:var(--medium-fill)}.dot.low,.dot.unproven{background:var(--low-fill)}
.dot.verified{background:var(--accent)}.dot.unverified{background:var(--medium-fill)}.dot.refuted{background:var(--good)}.dot.unexamined{background:var(--edge)}
.bars{display:grid;gap:.7rem;font-size:.9rem}.bars li{display:grid;grid-template-columns:1fr auto;gap:.15rem .9rem}
.bars .name{min-width:0;overflow-wrap:anywhere;line-height:1.35}.bars .value{color:var(--quiet);font-variant-numeric:tabular-nums;white-space:nowrap}
.bars svg{grid-column:1/-1;width:100%;height:6px;border-radius:3px;display:block}.bar{fill:var(--accent)}.bars .bar{opacity:.85}`;

/** The style that every page of ours begins with: colours, text, the top, cards and charts. */
export const PAGE_STYLE = [COLOURS, BASE, MASTHEAD, OVERVIEW].join('');
