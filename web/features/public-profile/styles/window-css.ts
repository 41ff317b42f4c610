/**
 * The view in a window, and in a wide one. A mask cuts what leaves its box: that of the rings is as wide as the window.
 * The code beside the column is drawn by later.css. Without scripts nothing would listen to a press of a button.
 */
export const WINDOW_CSS = `
.backdrop { position: fixed; z-index: -1; inset: 0 }
.backdrop img { height: 100% }
dialog:not([open]), .qr { display: none }
@media (scripting: none) { button { display: none !important } }
html { scrollbar-gutter: stable }
@media (min-width: 28.8125em) and (max-width: 56.24em) {
  body:not(.photo) .cover {
    overflow: visible; box-shadow: 0 0 0 100vmax var(--p-cover, var(--p-button)); clip-path: inset(0 -100vmax);
  }
  .cover svg {
    overflow: visible; box-sizing: content-box; left: calc(50% - 50vw); padding: 0 calc(50vw - 50%);
  }
  body { overflow-x: clip }
  .photo .bar { background: none; border-image: linear-gradient(#0000, var(--p-bg) 18px) fill 0 / / 0 100vmax }
}
@media (forced-colors: active) {
  a, button { border: 1px solid }
  .tile svg { color: inherit }
  .pow { border: 0 }
  .bar, .photo .bar { background: Canvas; border-image: none }
  .backdrop { display: none }
}
@media (min-width: 56.25em) {
  body:not(.photo) { background: var(--p-cover, var(--p-button)) }
  .column { min-height: calc(100vh - 80px); margin: 40px auto }
  body:not(.photo) main {
    border-radius: 36px; background: var(--p-bg);
    box-shadow: 0 2px 4px #0A1A210F, 0 24px 64px -16px #0A1A2147;
  }
  .cover { border-radius: 36px 36px 0 0 }
  .bar { border-radius: 0 0 36px 36px }
  .photo .bar { background: none }
}
`
