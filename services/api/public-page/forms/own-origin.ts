import type { IncomingMessage } from 'node:http'

/**
 * False for a form of another site. Browsers name the origin of each form that is posted, except old ones; those and
 * programs carry no session here, so that there is nothing to abuse.
 */
export function isFromOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined) return [undefined, 'same-origin'].includes(siteOf(headers))
  // `null`: from a sandbox, or from a page that hides where it is.
  if (!URL.canParse(origin)) return false
  return [new URL(publicUrl).host, host].includes(new URL(origin).host)
}

const siteOf = (headers: IncomingMessage['headers']): string | undefined => {
  const site = headers['sec-fetch-site']
  return Array.isArray(site) ? site[0] : site
}
