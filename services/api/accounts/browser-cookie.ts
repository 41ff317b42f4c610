/** A cookie that no script sees, and that no other site sends along with a form. */
export interface BrowserCookie {
  /** The header that leaves a value with the browser. */
  set(value: string, seconds: number): string
  /** What the browser sent of it. */
  find(cookies: string | undefined): string | undefined
  /** The header that takes it away again. */
  readonly clear: string
}

/**
 * Browsers take a `__Host-` cookie from its own host alone, over https: neither a neighbour of the domain nor whoever
 * sits on the line can plant one. It goes to every path for that; without https, in development, it has its plain name.
 */
export function createBrowserCookie(publicUrl: string, plainName: string): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  // Lax: the provider's redirect must bring it back, from another site.
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set,
    find: (cookies = '') =>
      cookies
        .split(/;\s*/)
        .find((cookie) => cookie.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    clear: set('', 0),
  }
}
