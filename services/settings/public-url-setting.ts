import { isUrl } from './is-url.ts'

export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Accepts neither path, query, fragment nor login. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text, ['http:', 'https:']) || /[/?#]$/.test(text)) return false
  const url = new URL(text)
  return url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
}
