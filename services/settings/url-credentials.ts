/** How to write signs that would end a login within a URL; the end of an advice. */
export const ENCODED_SIGNS =
  'en el usuario y la clave escribe @ como %40, # como %23, / como %2F y ? como %3F.'

export interface SplitUrl {
  /** With its slashes. */
  readonly scheme: string
  /** User and password, decoded; fewer where the URL has fewer. */
  readonly login: readonly string[]
  /** Host, path and options, as they were. */
  readonly rest: string
}

/**
 * Splits at the last `@`, so that a password may have raw signs (`#`, `/`, `?`, `@`).
 * @returns undefined where the `@` may as well be a part of path or options
 */
export function splitCredentials(url: string): SplitUrl | undefined {
  const [, scheme, text] = /^([a-z][a-z\d+.-]*:\/\/)(.+)$/i.exec(url) ?? []
  if (scheme === undefined || text === undefined) return undefined
  const at = text.lastIndexOf('@')
  if (at === -1) return { scheme, login: [], rest: text }
  const [authority = ''] = text.split(/[/?#]/, 1)
  // An authority that ends before the `@` is the start of a login only if it has no `@` and no port.
  if (at > authority.length && !/^[^:@[]+:(?!\d+$)[^@]*$/.test(authority)) return undefined
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/.exec(text.slice(0, at)) ?? []
  const login = password === undefined ? [user] : [user, password]
  return { scheme, login: login.map(decoded), rest: text.slice(at + 1) }
}

/** The same URL, as every reader of URLs understands it. */
export function encodeCredentials(url: string): string | undefined {
  const split = splitCredentials(url)
  if (split === undefined) return undefined
  const { scheme, login, rest } = split
  return `${scheme}${login.map(encodeURIComponent).join(':')}${login.length === 0 ? '' : '@'}${rest}`
}

/** A password with a raw `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
