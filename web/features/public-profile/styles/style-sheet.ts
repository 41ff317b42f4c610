import { createHash } from 'node:crypto'
import { PRESETS_CSS } from '../themes.ts'
import { DIALOG_CSS } from './dialog-css.ts'
import { PAGE_CSS } from './page-css.ts'
import { PROFILE_CSS } from './profile-css.ts'

export interface StyleSheet {
  readonly css: string
  /** For the Content-Security-Policy. */
  readonly hash: string
}

/** Works only for the sheets of this folder, which have no comments and no strings with spaces. */
const squeeze = (css: string): string =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>/]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/#([\dA-F])\1([\dA-F])\2([\dA-F])\3\b/g, '#$1$2$3')
    .trim()

export function createStyleSheet(fontPath: string): StyleSheet {
  const css = squeeze(PAGE_CSS + PROFILE_CSS + DIALOG_CSS + PRESETS_CSS).replace('__FONT__', fontPath)
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
