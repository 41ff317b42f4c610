import { z } from 'zod'
import { isUrl } from './is-url.ts'

/** For security.txt (RFC 9116): an e-mail address or an https page; undefined for anything else. */
export function contactOf(text: string): string | undefined {
  if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
  return isUrl(text, ['https:']) ? text : undefined
}
