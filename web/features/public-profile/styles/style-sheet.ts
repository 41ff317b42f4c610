import { createHash } from 'node:crypto'
import type { ProfileTheme } from '@app/contracts/events/profile.ts'
import { BASE_CSS } from '../view/base-css.ts'
import { PROFILE_CSS } from '../view/profile-css.ts'
import { SYSTEM_CSS, themeCss } from '../view/themes.ts'
import { DIALOG_CSS } from './dialog-css.ts'
import { FORM_PAGE_CSS } from './form-page-css.ts'
import { NOTICE_CSS } from './notice-css.ts'
import { OFFLINE_CSS } from './offline-css.ts'
import { PAGE_CSS } from './page-css.ts'
import { PRIVACY_CSS } from './privacy-css.ts'
import { REMINDER_CSS } from './reminder-css.ts'
import { SHARING_CSS } from './sharing-css.ts'
import { WINDOW_CSS } from './window-css.ts'

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
export const OF_FORMS = BASE_CSS + themeCss('blue') + PAGE_CSS + NOTICE_CSS + DIALOG_CSS + FORM_PAGE_CSS
export const OF_PRIVACY = BASE_CSS + themeCss('blue') + PAGE_CSS + PRIVACY_CSS
export const OF_REMINDERS = BASE_CSS + SYSTEM_CSS + PAGE_CSS + NOTICE_CSS + REMINDER_CSS

export function createStyleSheet(fontPath: string, rules: string): StyleSheet {
  const css = squeeze(rules).replace('__FONT__', fontPath)
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
