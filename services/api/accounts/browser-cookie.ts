/** Scripts cannot read it, and forms of other sites do not send it. `set` and `clear` make the header Set-Cookie. */
export interface BrowserCookie {
  set(value: string, seconds: number): string
  find(cookies: string | undefined): string | undefined
  readonly clear: string
}

/**
 * Browsers accept a `__Host-` cookie only from its own host, over https: neither a subdomain nor an attacker on the
 * network can set one. It needs `Path=/`. Without https, in development, the cookie has its plain name.
 */
export function createBrowserCookie(publicUrl: string, plainName: string): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  // Not Strict: the provider's redirect comes from another site and must bring the cookie.
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
