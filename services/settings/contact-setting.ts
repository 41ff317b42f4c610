import { z } from 'zod'
import { isUrl } from './is-url.ts'

/** As security.txt has it: an address of mail, or of a page; undefined where the text is neither. */
export function contactOf(text: string): string | undefined {
  if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
  return isUrl(text, ['https:']) ? text : undefined
}
