// Copied phone numbers and addresses contain invisible marks, of text direction or hyphenation.
const INVISIBLE = /\p{Cf}/gu
export const clean = (typed: string): string => typed.replace(INVISIBLE, '').trim()

/** Stricter than the URL parser, which accepts quotation marks and commas that were copied along. */
const NAMED_HOST = /^(?:(?!-)[a-z\d_-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
const PRIVATE_NAME = /\.(?:local|localhost|localdomain|internal|lan|home\.arpa)$/
const NUMBERED_HOST = /^\d+\.\d+\.\d+\.\d+$/
const PRIVATE_NUMBER =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(?:2[4-9]|[345]\d))\./

/** @param typed must contain a numeric host literally: the parser makes 12.0.0.5 of `12.5` */
function isPublicHost(host: string, typed: string): boolean {
  if (NUMBERED_HOST.test(host)) return typed.includes(host) && !PRIVATE_NUMBER.test(host)
  return NAMED_HOST.test(host) && !PRIVATE_NAME.test(host)
}

/** The parser takes typographic quotation marks for letters of the host. */
const QUOTED_HOST = /^(?:https?:)?\/*[^/?#]*[\p{Pi}\p{Pf}]/iu

export function webAddress(typed: string): URL | undefined {
  const text = clean(typed)
  const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
  if (text === '' || otherScheme || /[\p{Cc}\\]/u.test(text) || QUOTED_HOST.test(text)) return undefined
  try {
    const url = new URL(/^https?:/i.test(text) ? text : `https://${text}`)
    // The full stop of a copied sentence: servers and certificates do not know the host with it.
    url.hostname = url.hostname.replace(/\.$/, '')
    return url.username === '' && url.password === '' && isPublicHost(url.hostname, text) ? url : undefined
  } catch {
    return undefined // not an address at all
  }
}

export const isOf = (url: URL, ...domains: readonly string[]): boolean =>
  domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))

export const segmentsOf = (url: URL): readonly string[] =>
  url.pathname.split('/').filter((part) => part !== '')

export function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return clean(plain) === plain && !/\p{Cc}/u.test(plain) ? plain : text
  } catch {
    return text
  }
}

export const hrefOf = (url: URL): string =>
  url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href

/** The whole address as it is stored: with the host as typed, not in punycode. */
export function writtenAddress(url: URL, typed: string): string {
  const host = spokenHost(url, typed)
  return hrefOf(url).replace(url.hostname, () => host)
}

function spokenHost({ hostname }: URL, typed: string): string {
  const typedHost = /^(?:https?:)?\/*([^/?#:@%]+)/i.exec(clean(typed))?.[1]?.toLowerCase().replace(/\.$/, '')
  const isSame = typedHost !== undefined && hostname.includes('xn--') && hostOf(typedHost) === hostname
  return isSame ? typedHost : hostname
}

function hostOf(text: string): string | undefined {
  try {
    return new URL(`https://${text}`).hostname
  } catch {
    return undefined
  }
}

export function shownAddress(url: URL, typed: string): string {
  return `${spokenHost(url, typed).replace(/^www\./, '')}${decoded(url.pathname).replace(/\/$/, '')}`
}
