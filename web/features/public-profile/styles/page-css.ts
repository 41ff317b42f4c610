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
html {
  font-family: "Host Grotesk", "Host Grotesk Fallback", system-ui, sans-serif;
  -webkit-text-size-adjust: 100%; -webkit-font-smoothing: antialiased;
  color-scheme: only light; scroll-padding: 16px 0 112px;
}
main { min-height: 100vh; min-height: 100dvh }
.skip {
  position: fixed; z-index: 20; top: 12px; left: 12px; padding: 12px 18px; border-radius: 12px;
  background: #0A1A21; color: #FFFFFF; font-weight: 600; transform: translateY(-80px);
}
.skip:focus { transform: none }
`
