import { createHash } from 'node:crypto'
import type { ProfileTheme } from '@app/contracts/profiles.ts'
import { BASE_CSS, PROFILE_CSS } from '../view/styles/profile-css.ts'
import { SYSTEM_CSS, themeCss } from '../view/styles/themes.ts'

/** The mask of the rings is as wide as the window, as it cuts its box. Without scripts no button hears a press. */
const WINDOW_CSS = `
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
}
@media (forced-colors: active) {
  a, button, .round i { border: 1px solid }
  .tile svg { color: inherit }
  .pow, .round { border: 0 }
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
}
`

const REMINDER_CSS = `
.lost { justify-content: center; align-items: flex-start; padding: 32px 24px; gap: 12px }
.lost .rings { width: 72px; height: 72px; margin-bottom: 12px; color: var(--p-accent) }
.lost p { color: var(--p-sub); font-size: 1rem; max-width: 32ch }
.lost a {
  display: inline-flex; align-items: center; min-height: 52px; margin-top: 12px; padding: 0 22px;
  border-radius: 16px; background: var(--p-button); color: var(--p-on); font-weight: 700;
}
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
.decision { display: flex; flex-direction: column; align-items: flex-start; gap: 8px; margin-top: 12px }
.decision button { min-height: 52px; border-radius: 16px; font-weight: 700; text-align: left }
.decision .go {
  padding: 0 22px; border: 1px solid transparent; background: var(--p-button); color: var(--p-on);
  box-shadow: inset 0 0 0 var(--p-edge); transition: transform .09s;
}
.decision .go:active { transform: scale(.98) }
.decision .all {
  background: none; padding: 0; box-shadow: none; color: var(--p-accent); font-weight: 600; text-decoration: underline; text-underline-offset: 3px;
}
`

const PRIVACY_CSS = `
html { scroll-padding: 24px 0 }
.prose {
  display: flex; flex-direction: column; max-width: 760px; margin: 0 auto;
  padding: 40px 20px calc(24px + env(safe-area-inset-bottom)); font-size: 1rem; line-height: 1.55;
}
.prose h1 { font-size: min(clamp(2.125rem, 6vw, 3.5rem), 12vw); line-height: 1; letter-spacing: -.045em }
.prose .lead { margin-top: 12px; font-size: 1.1875rem; line-height: 1.42; letter-spacing: -.015em; color: var(--p-sub) }
.prose .lead + p { margin-top: 12px }
.prose nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px }
.prose nav a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border-radius: 99px;
  background: var(--p-tile); font-size: .875rem; font-weight: 600;
}
.prose section { margin-top: 40px }
.prose h2 { font-size: 1.375rem; font-weight: 680; letter-spacing: -.03em; line-height: 1.15 }
.prose h2 + p { margin-top: 10px }
.prose p, .prose dd { color: var(--p-sub) }
.prose dl { margin-top: 14px; border-radius: 16px; box-shadow: inset 0 0 0 1px var(--p-line) }
.prose dl div { padding: 14px 18px }
.prose dl div + div { border-top: 1px solid var(--p-line) }
.prose dt { font-weight: 650 }
.prose dt::after { content: ":" }
.prose p a, .prose dd a { color: var(--p-accent); text-decoration: underline; text-underline-offset: 3px }
.prose .pow { margin-top: 32px; white-space: nowrap }
@media (min-width: 48em) {
  .prose { padding-top: 88px; padding-bottom: 40px }
  .prose dl div { display: grid; grid-template-columns: 210px 1fr; gap: 24px }
  .prose dt::after { content: none }
}
`

const PAGE_CSS = `
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
  color-scheme: only light; scroll-padding: 16px 0;
}
main { min-height: 100vh; min-height: 100dvh }
.skip {
  position: fixed; z-index: 20; top: 12px; left: 12px; padding: 12px 18px; border-radius: 12px;
  background: #0A1A21; color: #FFFFFF; font-weight: 600; transform: translateY(-150%);
}
.skip:focus { transform: none }
`

const YOURS_CSS = `
:is(.lost, .missing, .prose) > .yours {
  display: inline-flex; align-items: center; min-height: 44px; margin: 0; padding: 0; background: none;
  color: var(--p-accent); font-size: .875rem; font-weight: 600; text-decoration: underline; text-underline-offset: 3px;
}
`

export interface StyleSheet {
  readonly css: string
  /** For the Content-Security-Policy. */
  readonly hash: string
}

/** Works only for the sheets of this feature, which have no comments and no strings with spaces. */
const squeeze = (css: string): string =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>/]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/ !important/g, '!important')
    .replace(/;}/g, '}')
    .replace(/#([\dA-F])\1([\dA-F])\2([\dA-F])\3\b/g, '#$1$2$3')
    .trim()

/** A page contains only the colours that it shows. */
export const rulesOfProfile = (theme: ProfileTheme['theme_color']): string =>
  BASE_CSS + PROFILE_CSS + themeCss(theme) + PAGE_CSS + WINDOW_CSS
export const OF_PRIVACY = BASE_CSS + themeCss('blue') + PAGE_CSS + PRIVACY_CSS + YOURS_CSS
export const OF_REMINDERS = BASE_CSS + SYSTEM_CSS + PAGE_CSS + REMINDER_CSS + YOURS_CSS

export function createStyleSheet(fontPath: string, rules: string): StyleSheet {
  const css = squeeze(rules).replace('__FONT__', fontPath)
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
