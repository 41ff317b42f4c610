// Copied phones and addresses carry invisible marks, of text direction or of hyphenation; people never mean them.
const INVISIBLE = /\p{Cf}/gu
export const clean = (typed: string): string => typed.replace(INVISIBLE, '').trim()

function isPublicHost(host: string): boolean {
  if (/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host)) return false
  return /[^.]\.[^.]+\.?$/.test(host) && !/\.(?:local|localhost|internal|lan)\.?$/.test(host)
}

/** A web address out of what people type; anything but http and https, or with a password in it, is none. */
export function webAddress(typed: string): URL | undefined {
  const text = clean(typed)
  const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
  if (text === '' || otherScheme || /[\p{Cc}\\]/u.test(text)) return undefined
  try {
    const url = new URL(/^https?:/i.test(text) ? text : `https://${text}`)
    return url.username === '' && url.password === '' && isPublicHost(url.hostname) ? url : undefined
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
  const typedHost = /^(?:https?:)?\/*([^/?#:@%]+)/i.exec(clean(typed))?.[1]?.toLowerCase()
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
