// Copied phones and addresses carry invisible marks, of text direction or of hyphenation; people never mean them.
const INVISIBLE = /\p{Cf}/gu
export const clean = (typed: string): string => typed.replace(INVISIBLE, '').trim()

/** Labels as names are really registered: the parser lets quotation marks and commas through, which were copied along. */
const NAMED_HOST = /^(?:(?!-)[a-z\d_-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
const PRIVATE_NAME = /\.(?:local|localhost|localdomain|internal|lan|home\.arpa)$/
const NUMBERED_HOST = /^\d+\.\d+\.\d+\.\d+$/
const PRIVATE_NUMBER =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(?:2[4-9]|[345]\d))\./

/** @param typed where a number must stand as it is: `12.5` is no address, though a parser makes 12.0.0.5 of it */
function isPublicHost(host: string, typed: string): boolean {
  if (NUMBERED_HOST.test(host)) return typed.includes(host) && !PRIVATE_NUMBER.test(host)
  return NAMED_HOST.test(host) && !PRIVATE_NAME.test(host)
}

/** Quotation marks that a text processor made: a parser takes them for letters of the host. */
const QUOTED_HOST = /^(?:https?:)?\/*[^/?#]*[\p{Pi}\p{Pf}]/iu

/** A web address out of what people type; anything but http and https, or with a password in it, is none. */
export function webAddress(typed: string): URL | undefined {
  const text = clean(typed)
  const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
  if (text === '' || otherScheme || /[\p{Cc}\\]/u.test(text) || QUOTED_HOST.test(text)) return undefined
  try {
    const url = new URL(/^https?:/i.test(text) ? text : `https://${text}`)
    // The end of a sentence, copied along: the same host, but servers and their certificates do not know it.
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

/** For people to read; left encoded where decoding would bring in what cannot be shown. */
export function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return clean(plain) === plain && !/\p{Cc}/u.test(plain) ? plain : text
  } catch {
    return text
  }
}

/** Without the lone slash that the parser adds. */
export const hrefOf = (url: URL): string =>
  url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href

/** As it is kept and edited: whole, its host in the letters that were typed. */
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

/** Host and path; a host in punycode is shown in the letters that were typed. */
export function shownAddress(url: URL, typed: string): string {
  return `${spokenHost(url, typed).replace(/^www\./, '')}${decoded(url.pathname).replace(/\/$/, '')}`
}
