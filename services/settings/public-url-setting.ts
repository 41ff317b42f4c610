import { isUrl } from './is-url.ts'

/** Where the product is reached when no setting says it. */
export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** An address without path, question or login. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text, ['http:', 'https:']) || /[/?#]$/.test(text)) return false
  const url = new URL(text)
  return url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
}
