import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, PASSWORD as TEST_PASSWORD, type TestApi } from '../../../tests/support/api/test-api.ts'
import { FIRST_MOMENT, SECRETS } from '../../../tests/support/api/test-backend.ts'
import { createPasswords } from '@app/identity/passwords.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { verifyProjection } from '@app/projections/runtime/verify.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { fill, type Filled } from './fill.ts'

const EVENTS = 2_000
const CHEAPEST = 4
/** Nobody asks for a reminder, which a filled product would mail, or for a quotation. */
const WITHOUT_ROWS: readonly string[] = ['requests', 'subscriptions', 'quotations']

let api: TestApi
let filled: Filled

beforeAll(async () => {
  const { url } = await createTestDatabase()
  const passwords = createPasswords({ cost: CHEAPEST, stepsBack: false })
  filled = await fill({
    url,
    masterKey: SECRETS.master,
    passwordHash: await passwords.hash(TEST_PASSWORD),
    events: EVENTS,
    toMs: Date.parse(FIRST_MOMENT),
    progress: { reached: () => undefined },
  })
  await passwords.stop()
  api = await startTestApi({ databaseUrl: url })
  await api.settle()
})
afterAll(() => api.close())

const visited = () => filled.accounts[0]!

test('a filled log holds as many events as requested, without a gap', async () => {
  const { rows } = await api.db.query(
    'select count(*)::int as events, max(position)::int as last from log.events where recorded_at < $1',
    [new Date(Date.parse(FIRST_MOMENT) - 1)],
  )
  expect(rows).toEqual([{ events: EVENTS, last: EVENTS }])
  expect(filled.accounts).toHaveLength(20)
})

test('everybody in it signs in and sees their profile', async () => {
  for (const { email, slug } of filled.accounts) {
    const token = await api.tokenOf(email, TEST_PASSWORD)
    const response = await api.call('/api/profiles/me', { token })
    expect(await response.json()).toMatchObject([{ slug }])
  }
})

test('its pages open, with what their owners wrote', async () => {
  const { slug } = visited()
  expect((await api.call(`/pages/${slug}`)).status).toBe(200)
  const profile = await (await api.call(`/api/public/profile/${slug}`)).json()
  expect(profile).toMatchObject({ slug, theme_color: 'green', website: 'https://andes.example' })
  expect(await (await api.call(`/api/profile/${slug}/vcf`)).text()).toContain('BEGIN:VCARD')
})

test('its traffic is counted, and identified visitors are listed', async () => {
  const { profileId } = visited()
  const { total_visits, excluded, social_clicks_total } = await api.figures(profileId)
  expect(total_visits + excluded.visits).toBeGreaterThan(200)
  expect(social_clicks_total).toBeGreaterThan(50)
  const named = await Promise.all(filled.accounts.map((one) => api.figures(one.profileId)))
  expect(named.reduce((sum, { visitors_total }) => sum + visitors_total, 0)).toBeGreaterThan(0)
})

test('nothing of a person can be read in it', async () => {
  const text = await api.logText()
  for (const word of ['@bench.example', 'Ejemplo inventado', '+56 9 00', '$2b$'])
    expect(text).not.toContain(word)
  for (const { slug } of filled.accounts) expect(text).not.toContain(slug)
})

test('read models made of it anew are equal to those that grew with it', async () => {
  for (const projection of PROJECTIONS) {
    const store = projection.reads === 'sealed' ? api.bare : api.store
    const deps = { db: api.db, store, seals: api.seals, now: api.clock.now }
    const { tables } = await verifyProjection(deps, projection, `${projection.name}_verify`)
    expect(tables.filter(({ differing }) => differing > 0)).toEqual([])
    const isFilled = !WITHOUT_ROWS.includes(projection.name)
    expect(tables.reduce((sum, { rows }) => sum + rows, 0) > 0).toBe(isFilled)
  }
})
