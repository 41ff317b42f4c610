import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { unifiedAnalytics } from '@app/contracts/analytics.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { session } from '@app/contracts/login.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'
import { postAdminCodes } from '@app/contracts/codes.ts'
import type { TestApi } from './test-api.ts'
import { CARD_RANGES } from '@app/contracts/quotations.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A person's phone: curl or no user agent is a robot. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

export interface CallInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
  /** Bearer token that goes along. */
  readonly token?: string | undefined
}

export type TestClient = ReturnType<typeof createTestClient>

export function createTestClient(url: string) {
  let newest: string | undefined
  /** From a phone, unless its headers say otherwise; what is read has what was written here before. */
  const call = async (path: string, { headers, token, ...init }: CallInit = {}): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        'user-agent': PHONE,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(newest === undefined ? {} : { 'wait-for-position': newest }),
        ...headers,
      },
    })
    const written = response.headers.get('log-position')
    if (written !== null && BigInt(written) > BigInt(newest ?? 0)) newest = written
    return response
  }

  const post = (path: string, body: unknown, { headers, ...init }: CallInit = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      ...init,
    })

  return {
    call,
    post,
    tokenOf: async (email: string, password: string) => {
      const response = await post('/api/auth/login', { email, password })
      return session.parse(await response.json()).access_token
    },
    figuresFor: async (
      token: string,
      profileId: string,
      range?: Range,
      narrowed: Readonly<Record<string, string>> = {},
    ) => {
      const asked = { ...(range === undefined ? {} : { date_range: range }), ...narrowed }
      const query = Object.keys(asked).length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`
      const response = await call(`/api/analytics/${profileId}/unified${query}`, { token })
      expect(response.status).toBe(200)
      return unifiedAnalytics.parse(await response.json())
    },
  }
}

/** Text for programs, not for people. */
const ENGLISH =
  /\b(?:invalid|expected|must|too|unrecognized|required|received|option|input|at least|unexpected)\b/i

/** A refused call: its status, its code, and a sentence in Spanish. */
export async function expectRefused(response: Response, status: number, code: string): Promise<void> {
  const text = await response.text()
  expect([response.status, text]).toEqual([status, expect.stringContaining(`"code":"${code}"`)])
  const { detail } = refusalBody.strict().parse(JSON.parse(text))
  expect(detail).toMatch(/\p{L}{3}/u)
  expect(detail).not.toMatch(ENGLISH)
}

/** Headers in which any two answers differ: their time, and the caller's remaining quota. */
const OF_THE_MOMENT = ['date', 'ratelimit']

/** All differences between two answers, except their time. */
export async function answerOf(response: Response): Promise<object> {
  const headers = [...response.headers].filter(([name]) => !OF_THE_MOMENT.includes(name))
  return { status: response.status, headers, body: await response.text() }
}

/** How many of each status, as of many at once. */
export function countsByStatus(responses: readonly Response[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const IDENTITY = { full_name: 'Juan Quintupil', phone: '+56 9 8765 4321', description: 'Feria' }

/** The statuses of all calls of a stranger on a profile: its page, the tap, the contact, a click, a form. */
export async function strangersStatuses(
  { call, post }: Pick<TestClient, 'call' | 'post'>,
  { id, slug }: { readonly id: string; readonly slug: string },
): Promise<readonly number[]> {
  const answers = await Promise.all([
    call(`/pages/${slug}`),
    call(`/api/public/profile/${slug}`),
    call(`/api/profile/${slug}/vcf`),
    post(`/api/public/track/${id}`, { event_type: 'vcf' }),
    post(`/api/public/identify/${id}`, IDENTITY),
  ])
  return answers.map(({ status }) => status)
}

/** A card's code, new each time. */
export async function issuedCode({ post, admin }: TestApi, body: object = {}): Promise<string> {
  const response = await post('/api/admin/activation-codes', body, { token: admin.token })
  return postAdminCodes.answer.parse(await response.json()).codes[0]!
}

/** A request that is taken, for tests of something else: a new rule about its fields changes it here alone. */
export const A_QUOTATION = {
  company: 'Andes Norte',
  contact_person: 'Ana Paz',
  email: 'ana@andes.example',
  phone: '+56 9 1234 5678',
  estimated_cards: CARD_RANGES[1],
  comments: 'Para la feria',
}

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body's, as they were sent. */
  readonly bytes: Buffer
}

/** An answer as it is sent: `fetch` would decompress it. */
export const rawAnswer = (
  url: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
  body?: string | Buffer,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    asking.once('error', reject)
    asking.end(body)
  })

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
}

export const bodyTextOf = ({ headers, bytes }: RawAnswer): string =>
  (DECODERS[headers['content-encoding'] ?? '']?.(bytes) ?? bytes).toString('utf8')
