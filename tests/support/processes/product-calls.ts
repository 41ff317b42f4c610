import { PRODUCT } from '@app/contracts/product.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** The product's calls, as a phone and as its administrator make them. */

export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

export interface Call {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export async function call(url: string, options: RequestInit = {}): Promise<Call> {
  const answer = await fetch(url, { ...options, headers: { 'User-Agent': PHONE, ...options.headers } })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : { text }
  return { status: answer.status, headers: answer.headers, body }
}

/** Requests of a phone that touches the demo card. */
export const tap = (url: string, query = ''): Promise<Call> => call(`${url}/api/public/profile/demo${query}`)

export const ADMIN_EMAIL = `admin@${PRODUCT.name.toLowerCase()}.example`

/** The answer to a login of the administrator. */
export const login = (productUrl: string, password: string, email: string = ADMIN_EMAIL): Promise<Response> =>
  fetch(`${productUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

/** A call's answer to the administrator. */
export async function asAdministrator(productUrl: string, password: string, path: string): Promise<unknown> {
  const { access_token: token } = (await (await login(productUrl, password)).json()) as {
    access_token: string
  }
  const answer = await fetch(`${productUrl}${path}`, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
