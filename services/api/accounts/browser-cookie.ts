export interface BrowserCookie {
  set(value: string, seconds: number): string
  find(cookies: string | undefined): string | undefined
  readonly clear: string
}

/** Only the host itself can set a `__Host-` cookie, over https: no subdomain, and no attacker on the network. */
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
