export const REMINDER_CSS = `
.missing {
  display: grid; place-content: center; justify-items: center; gap: 12px; padding: 20px; text-align: center;
}
.missing svg { margin-bottom: 20px; overflow: visible }
.missing h1 { font-size: 1.625rem; font-weight: 650; letter-spacing: -.022em; line-height: 1.15; text-wrap: balance }
.missing p { color: var(--p-sub) }
.missing a {
  display: inline-flex; align-items: center; min-height: 44px; margin-top: 12px; padding: 0 16px;
  border-radius: 12px; background: var(--p-text); color: var(--p-bg); font-weight: 600;
}
.missing .stem { fill: #37BFE8 }
.apart { transform-box: fill-box; transform-origin: center; transition: transform .42s cubic-bezier(.2, .8, .2, 1) }
.apart:first-child { transform: translateY(-3px) rotate(-6deg) }
.apart:last-child { transform: translate(4px, 3px) rotate(12deg) }
.missing:hover .apart { transform: none }
@media not all and (prefers-color-scheme: dark) {
  .gone { --p-bg: #F3F6F7; --p-text: #0A1A21; --p-sub: #3A4F58 }
}
.lost { padding-bottom: 76px }
.lost .pow {
  position: absolute; bottom: 12px; left: 24px; padding: 0; margin: 0; background: none;
  font-weight: 600; color: var(--p-sub);
}
.asked { display: flex; flex-direction: column; align-items: flex-start; gap: 8px; margin-top: 12px }
.asked button { min-height: 52px; border-radius: 16px; font-weight: 700; text-align: left }
.asked .go {
  padding: 0 22px; border: 1px solid transparent; background: var(--p-button); color: var(--p-on);
  box-shadow: inset 0 0 0 var(--p-edge); transition: transform .09s;
}
.asked .go:active { transform: scale(.98) }
.asked .all, .lost .asked a {
  background: none; padding: 0; box-shadow: none; color: var(--p-accent); font-weight: 600; text-decoration: underline; text-underline-offset: 3px;
}
.lost .asked a { display: flex; align-items: center; min-height: 52px; margin: 0; font-weight: 600 }
`
