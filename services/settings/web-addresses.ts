import { z } from 'zod'

export function isUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.hostname !== ''
}

export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Accepts neither path, query, fragment nor login. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text, ['http:', 'https:']) || /[/?#]$/.test(text)) return false
  const url = new URL(text)
  return url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
}

/** For security.txt (RFC 9116): an e-mail address or an https page; undefined for anything else. */
export function contactOf(text: string): string | undefined {
  if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
  return isUrl(text, ['https:']) ? text : undefined
}

/** True only for this machine; RFC 6761 reserves `localhost`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** Another loopback name than the product's: a cookie of `localhost` is not sent to `127.0.0.1`. */
export function isUnderOtherName(publicUrl: string, host: string | undefined): boolean {
  const address = `http://${host}`
  if (host === undefined || !URL.canParse(address)) return false
  const [own, used] = [new URL(publicUrl).hostname, new URL(address).hostname]
  return own !== used && isLoopback(own) && isLoopback(used)
}
