/** `__FONT__` is replaced by the address of the hashed font file. */
export const PAGE_CSS = `
@font-face {
  font-family: "Host Grotesk"; src: url(__FONT__) format("woff2");
  font-weight: 300 800; font-display: swap;
}
@font-face {
  font-family: "Host Grotesk Fallback"; src: local("Arial"); size-adjust: 101%;
  ascent-override: 100%; descent-override: 31%; line-gap-override: 0%;
}
*, ::before, ::after { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
html {
  font-family: "Host Grotesk", "Host Grotesk Fallback", system-ui, sans-serif;
  -webkit-text-size-adjust: 100%; -webkit-font-smoothing: antialiased;
  color-scheme: only light; scroll-padding: 16px 0 112px;
}
[data-profile-theme=dark] { color-scheme: dark }
body {
  background: var(--p-bg); color: var(--p-text);
  font-size: .9375rem; line-height: 1.5; overflow-wrap: anywhere;
}
a { color: inherit; text-decoration: none }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer }
svg { display: block; flex: none }
:focus-visible { outline: 2px solid var(--p-accent); outline-offset: 2px }
main {
  position: relative; display: flex; flex-direction: column;
  max-width: 460px; min-height: 100vh; min-height: 100dvh; margin: 0 auto;
}
h1 {
  font-size: 1.9375rem; font-weight: 700; letter-spacing: -.035em; line-height: 1.06;
  text-wrap: balance;
}
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
.skip {
  position: fixed; z-index: 20; top: 12px; left: 12px; padding: 12px 18px; border-radius: 12px;
  background: #0A1A21; color: #FFFFFF; font-weight: 600; transform: translateY(-80px);
}
.skip:focus { transform: none }
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
.lost { justify-content: center; align-items: flex-start; padding: 32px 24px; gap: 12px }
.lost .rings { width: 72px; height: 72px; margin-bottom: 12px; color: var(--p-accent) }
.lost p { color: var(--p-sub); font-size: 1rem; max-width: 32ch }
.lost a {
  display: inline-flex; align-items: center; min-height: 52px; margin-top: 12px; padding: 0 22px;
  border-radius: 16px; background: var(--p-button); color: var(--p-on); font-weight: 700;
}
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }
}
`
