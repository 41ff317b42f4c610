export const PRIVACY_CSS = `
html { scroll-padding: 24px 0 }
.told {
  display: flex; flex-direction: column; max-width: 760px; margin: 0 auto;
  padding: 40px 20px calc(24px + env(safe-area-inset-bottom)); font-size: 1rem; line-height: 1.55;
}
.told h1 { font-size: clamp(2.125rem, 6vw, 3.5rem); line-height: 1; letter-spacing: -.045em }
.told .lead { margin-top: 12px; font-size: 1.1875rem; line-height: 1.42; letter-spacing: -.015em; color: var(--p-sub) }
.told .lead + p { margin-top: 12px }
.told nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px }
.told nav a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border-radius: 99px;
  background: var(--p-tile); font-size: .875rem; font-weight: 600;
}
.told section { margin-top: 40px }
.told h2 { font-size: 1.375rem; font-weight: 680; letter-spacing: -.03em; line-height: 1.15 }
.told h2 + p { margin-top: 10px }
.told p, .told dd { color: var(--p-sub) }
.told dl { margin-top: 14px; border-radius: 16px; box-shadow: inset 0 0 0 1px var(--p-line) }
.told dl div { padding: 14px 18px }
.told dl div + div { border-top: 1px solid var(--p-line) }
.told dt { font-weight: 650 }
.told dt::after { content: ":" }
.told p a, .told dd a { color: var(--p-accent); text-decoration: underline; text-underline-offset: 3px }
.told .pow { margin-top: 32px }
@media (min-width: 48em) {
  .told { padding-top: 88px; padding-bottom: 40px }
  .told dl div { display: grid; grid-template-columns: 210px 1fr; gap: 24px }
  .told dt::after { content: none }
}
`
