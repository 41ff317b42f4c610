export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Cookie {
  readonly host: string
  readonly path: string
  readonly name: string
  readonly value: string
}

const REDIRECTS_MAX = 10

/**
 * A browser for logins: it keeps cookies, and records each redirect.
 * @param servers where the hosts of the test really are: as a proxy in front would have it
 */
export function createTestBrowser(servers: Readonly<Record<string, string>>) {
  let jar: readonly Cookie[] = []

  function keep(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name = '', ...value] = pair.split('=')
    const attribute = (key: string): string | undefined =>
      attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const path = attribute('path') ?? '/'
    const isOver =
      Number(attribute('max-age') ?? 1) <= 0 ||
      new Date(attribute('expires') ?? '9999-01-01').getTime() <= Date.now()
    jar = jar.filter((kept) => kept.host !== url.hostname || kept.path !== path || kept.name !== name)
    if (!isOver) jar = [...jar, { host: url.hostname, path, name, value: value.join('=') }]
  }

  const cookiesFor = (address: string): string => {
    const { hostname, pathname } = new URL(address)
    return jar
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  async function fetched(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address)
    const target = `${servers[url.origin] ?? url.origin}${url.pathname}${url.search}`
    const cookie = cookiesFor(address)
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const header of response.headers.getSetCookie()) keep(url, header)
    return response
  }

  async function ask(address: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetched(address, init)
    return {
      url: address,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }
  }

  return {
    get: (url: string) => ask(url),
    /** Fills the one form of a page, and sends it where the page was. */
    send: (page: Page, fields: Readonly<Record<string, string>>) =>
      ask(page.url, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    /** Calls like a script of that host's own page. */
    post: (url: string, body: object) =>
      fetched(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    /** Follows redirects until a page, or an address at `stop`, which is not requested. */
    follow: async (page: Page, stop?: string) => {
      let shown = page
      for (let step = 0; step < REDIRECTS_MAX; step += 1) {
        const location = shown.headers.get('location')
        if (location === null) return shown
        const next = new URL(location, shown.url).href
        if (stop !== undefined && next.startsWith(stop)) return shown
        shown = await ask(next)
      }
      throw new Error(`more than ${REDIRECTS_MAX} redirects from ${page.url}`)
    },
    cookiesFor,
  }
}
