/** Rules without elements of the document, so that they also work in a shadow root, where `.profile` is the body. */
export const BASE_CSS = `
*, ::before, ::after { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
body, .profile {
  background: var(--p-bg); color: var(--p-text);
  font-size: .9375rem; line-height: 1.5; overflow-wrap: anywhere;
}
a { color: inherit; text-decoration: none }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer }
svg { display: block; flex: none }
:focus-visible { outline: 2px solid var(--p-accent); outline-offset: 2px }
.column { position: relative; display: flex; flex-direction: column; max-width: 460px; margin: 0 auto; padding-bottom: calc(16px + env(safe-area-inset-bottom)) }
h1, .name {
  font-size: 1.9375rem; font-weight: 700; letter-spacing: -.035em; line-height: 1.06;
  text-wrap: balance;
}
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
.pow {
  display: flex; justify-content: center; align-items: center; gap: 7px;
  margin-top: auto; padding: 20px 0 0; min-height: 48px;
  font-size: .75rem; font-weight: 600; letter-spacing: .09em; color: var(--p-sub);
}
.pow b {
  display: inline-flex; align-items: center; gap: 5px;
  font-size: .9375rem; letter-spacing: -.02em; color: var(--p-text);
}
.pow .stem { fill: var(--p-accent) }
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }
}
`
