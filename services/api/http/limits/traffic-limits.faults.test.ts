import { describe, expect, test } from 'vitest'
import { TRAFFIC_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { useTestApi } from '../../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../../tests/support/api/test-client.ts'
import { uuid } from '../../../../tests/support/api/test-log.ts'
import { statuses } from '../../testing/statuses.ts'

/** The ordinary limits. The test poses as the trusted proxy, and so as any address. */
const api = useTestApi({ rateLimits: {}, trustProxy: ['loopback'] })

const { traffic, unknown } = TRAFFIC_LIMITS
const CLICK = { event_type: 'click_email' }
let visitors = 0
/** A visitor at a new address. */
const somebody = () => ({ headers: { 'x-forwarded-for': `203.0.113.${(visitors += 1)}` } })
type Visitor = ReturnType<typeof somebody>

const dated = (id: string, visitor: Visitor) =>
  api.post(`/api/public/track/${id}`, { ...CLICK, occurred_at: api.clock.now().toISOString() }, visitor)
const track = (id: string, visitor: Visitor, mark = '') =>
  api.post(`/api/public/track/${id}${mark}`, CLICK, visitor)
const tap = (slug: string, visitor: Visitor) => api.call(`/api/public/profile/${slug}`, visitor)

test('one address on one profile may say when events happened on all profiles as often as a phone that was away needs to', async () => {
  const profiles = [await api.newProfile('dated'), await api.newProfile('dated-too')]
  const visitor = somebody()
  let sent = 0
  const counts = await statuses(400, () => dated(profiles[(sent += 1) % 2]!.id, visitor))
  expect(counts).toEqual({ 200: TRAFFIC_LIMITS.dated.burst, 429: 400 - TRAFFIC_LIMITS.dated.burst })
  expect((await track(profiles[0]!.id, visitor)).status).toBe(200)
  api.clock.advance(10_000)
  expect(await statuses(40, () => dated(profiles[0]!.id, visitor))).toEqual({
    200: 10 * TRAFFIC_LIMITS.dated.perSecond,
    429: 40 - 10 * TRAFFIC_LIMITS.dated.perSecond,
  })
})

test('a refusal has a time to retry, with the same text with Express and without', async () => {
  const [{ id }, visitor] = [await api.newProfile('alike'), somebody()]
  await statuses(traffic.burst, () => track(id, visitor))
  const direct = await track(id, visitor)
  expect(direct.headers.get('retry-after')).toBe('1')
  const answer = await answerOf(direct)
  expect(answer).toMatchObject({
    status: 429,
    body: expect.stringContaining('Demasiados intentos.') as string,
  })
  expect(answer).toEqual(await answerOf(await track(id, visitor, '?')))
})

test('an invalid call is refused as such, and takes no token', async () => {
  const [{ id }, visitor] = [await api.newProfile('no-calls'), somebody()]
  const counts = await statuses(traffic.burst + 20, () =>
    api.post(`/api/public/track/${id}`, { event_type: 'fax' }, visitor),
  )
  expect(counts).toEqual({ 422: traffic.burst + 20 })
  expect((await track(id, visitor)).status).toBe(200)
})

describe('walking', () => {
  const STEPS = 400

  test.each<readonly [string, (n: number, visitor: Visitor) => Promise<Response>]>([
    ['through slugs', (n, visitor) => tap(`paso-${n}`, visitor)],
    ['through contacts', (n, visitor) => api.call(`/api/profile/paso-${n}/vcf`, visitor)],
    ['through ids', (n, visitor) => track(uuid(0x9000 + n), visitor)],
    ['through ids with Express', (n, visitor) => track(uuid(0x9000 + n), visitor, '?')],
    ['through what is no slug', (n, visitor) => tap(`-${n}-`, visitor)],
  ])(
    '%s ends, and then finds nothing that is there, while another visitor is unaffected [LIM-3]',
    async (name, step) => {
      const visitor = somebody()
      const { slug } = await api.newProfile(`there-${name.length}`)
      const counts = await statuses(STEPS, (n) => step(n, visitor))
      expect(counts).toEqual({ 404: unknown.burst, 429: STEPS - unknown.burst })
      await expectRefused(await tap(slug, visitor), 429, 'too-many')
      expect((await tap(slug, somebody())).status).toBe(200)
    },
  )

  test('through pages ends in a page that explains it', async () => {
    const visitor = somebody()
    const { slug } = await api.newProfile('there-as-page')
    await statuses(unknown.burst, (n) => api.call(`/pages/pagina-${n}`, visitor))
    const refused = await api.call(`/pages/${slug}`, visitor)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toMatch(/^Demasiados intentos\./)
    expect((await api.call(`/pages/${slug}`, somebody())).status).toBe(200)
  })
})
