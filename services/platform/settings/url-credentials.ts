/** How to write signs that would end a login within a URL; the end of an advice. */
export const ENCODED_SIGNS =
  'en el usuario y la clave escribe @ como %40, # como %23, / como %2F y ? como %3F.'

/**
 * The same URL as every reader understands it: its login ends at the last `@`, and may have raw signs (`#`, `/`, `?`, `@`).
 * @returns undefined where the `@` may as well be a part of path or options
 */
export function encodeCredentials(url: string): string | undefined {
  const [, scheme, text] = /^([a-z][a-z\d+.-]*:\/\/)(.+)$/i.exec(url) ?? []
  if (scheme === undefined || text === undefined) return undefined
  const at = text.lastIndexOf('@')
  if (at === -1) return url
  const [authority = ''] = text.split(/[/?#]/, 1)
  // An authority that ends before the `@` is the start of a login only if it has no `@` and no port.
  if (at > authority.length && !/^[^:@[]+:(?!\d+$)[^@]*$/.test(authority)) return undefined
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/.exec(text.slice(0, at)) ?? []
  const login = password === undefined ? [user] : [user, password]
  return `${scheme}${login.map(encoded).join(':')}${text.slice(at)}`
}

/** A password with a raw `%` stands for itself. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(text))
  } catch {
    return encodeURIComponent(text)
  }
}
