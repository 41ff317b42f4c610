import { createHash } from 'node:crypto'
import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'
import { BASE_CSS } from '../view/styles/base-css.ts'
import { PROFILE_CSS } from '../view/styles/profile-css.ts'
import { SYSTEM_CSS, themeCss } from '../view/styles/themes.ts'
import { DIALOG_CSS } from './dialog-css.ts'
import { PAGE_CSS } from './page-css.ts'
import { PRIVACY_CSS } from './privacy-css.ts'
import { REMINDER_CSS } from './reminder-css.ts'
import { WINDOW_CSS } from './window-css.ts'

/** What needs a network would be a broken link. */
const OFFLINE_CSS = `
.offline { display: none; position: sticky; z-index: 5; top: 0; padding: 10px 20px; background: #FFF0D1; color: #7D4A00; text-align: center; font-size: .875rem }
.offline p:first-child { font-weight: 600 }
[data-offline] .offline { display: block }
[data-offline] :is(.skip, .bar, .qr, [data-my-data]) { display: none }
`

/** What only the document has: the notice in browsers of apps, and the code beside the column of a wide window. */
const SHARING_CSS = `
.inapp { padding: 14px 20px 4px; background: #0A1A21; color: #FFFFFF; --p-accent: #FFFFFF }
.inapp a, .inapp button {
  display: inline-block; margin-right: 18px; line-height: 40px; text-align: left; text-decoration: underline;
}
.qr { display: none }
@media (min-width: 56.25em) {
  .qr {
    display: block; position: fixed; right: 20px; bottom: 40px; width: 164px; padding: 12px;
    border-radius: 24px; background: #FFFFFF; color: #0A1A21; font-weight: 600; text-align: center; text-wrap: balance;
  }
}
@media (scripting: none) { .share { display: none } }
`

/** Pages that say one thing. */
const NOTICE_CSS = `
.lost { justify-content: center; align-items: flex-start; padding: 32px 24px; gap: 12px }
.lost .rings { width: 72px; height: 72px; margin-bottom: 12px; color: var(--p-accent) }
.lost p { color: var(--p-sub); font-size: 1rem; max-width: 32ch }
.lost a {
  display: inline-flex; align-items: center; min-height: 52px; margin-top: 12px; padding: 0 22px;
  border-radius: 16px; background: var(--p-button); color: var(--p-on); font-weight: 700;
}
`

/** The way to one's data. */
const YOURS_CSS = `
:is(.lost, .missing, .alone, .told) > .yours {
  display: inline-flex; align-items: center; min-height: 44px; margin: 0; padding: 0; background: none;
  color: var(--p-accent); font-size: .875rem; font-weight: 600; text-decoration: underline; text-underline-offset: 3px;
}
`

/** A form of the public page as a page of its own; its fields look as in the dialogs. */
const FORM_PAGE_CSS = `
h1 { margin-top: 12px }
.alone { padding: 20px 22px 40px }
.alone > a { align-self: flex-start; padding: 10px 0; margin-bottom: 12px; color: var(--p-accent); font-weight: 600; text-decoration: underline }
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
  BASE_CSS + PROFILE_CSS + themeCss(theme) + PAGE_CSS + WINDOW_CSS + DIALOG_CSS + SHARING_CSS + OFFLINE_CSS
export const OF_FORMS =
  BASE_CSS + themeCss('blue') + PAGE_CSS + NOTICE_CSS + DIALOG_CSS + FORM_PAGE_CSS + YOURS_CSS
export const OF_PRIVACY = BASE_CSS + themeCss('blue') + PAGE_CSS + PRIVACY_CSS + YOURS_CSS
export const OF_REMINDERS = BASE_CSS + SYSTEM_CSS + PAGE_CSS + NOTICE_CSS + REMINDER_CSS + YOURS_CSS

export function createStyleSheet(fontPath: string, rules: string): StyleSheet {
  const css = squeeze(rules).replace('__FONT__', fontPath)
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
