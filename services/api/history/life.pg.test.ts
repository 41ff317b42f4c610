import { beforeAll, expect, test } from 'vitest'
import { getAdminLife, type Life, type LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { textOfSentence } from './sentences.ts'

const MINUTE_MS = 60_000
const [ANA, BEA] = [uuid(0xa1), uuid(0xb1)]
const ROBOT = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }

const api = useTestApi()
let profile: TestProfile
beforeAll(async () => {
  profile = await api.newProfile('life', { details: { name: 'Ana', position: 'Gerenta' } })
  const tap = async (visitor: string, init = {}) => {
    api.clock.advance(MINUTE_MS)
    await api.call(`/api/public/profile/${profile.slug}?u=${visitor}&s=nfc`, init)
  }
  await tap(ANA)
  await tap(BEA, ROBOT)
  await api.post(
    `/api/profile/${profile.id}`,
    { position: 'Directora' },
    { method: 'PUT', token: api.owner.token },
  )
  await api.post(`/api/public/track/${profile.id}`, { event_type: 'click_whatsapp', visitor_id: ANA })
  const form = { visitor_id: ANA, full_name: 'Rosa Díaz', phone: '+56 9 8765 4321', description: 'Feria' }
  await api.post(`/api/public/identify/${profile.id}`, form)
  await api.settle()
})

const call = (kind: string, id: string, token = api.admin.token) =>
  api.call(`/api/admin/life/${kind}/${id}`, { token })
async function lifeOf(kind: string, id: string): Promise<Life> {
  const response = await call(kind, id)
  expect(response.status).toBe(200)
  return getAdminLife.answer.parse(await response.json())
}
const told = ({ type, sentence, version, changed, added, traffic }: LifeEvent) => [
  type,
  traffic ? traffic.reason : textOfSentence(sentence),
  version,
  changed,
  added,
]

test('a profile’s life has visits and changes in order, each with what it added to the figures [PROJ-2]', async () => {
  const { entity, skipped, before, events } = await lifeOf('profile', profile.id)
  expect([entity.slug, skipped, before]).toEqual(['life', 0, {}])
  expect(events.map(told)).toEqual([
    ['SlugClaimed', expect.any(String), null, [], {}],
    ['ProfileCreated', expect.any(String), 1, expect.any(Array), {}],
    ['ProfileTapped', null, null, [], { visits: 1, uniques: 1 }],
    ['ProfileTapped', 'robot', null, [], { 'excluded robot': 1 }],
    ['ProfileEdited', expect.stringContaining('«Directora»'), 2, ['Cargo'], {}],
    ['LinkClicked', null, null, [], { clicks: 1, engaged: 1, 'click whatsapp': 1 }],
    ['VisitorIdentified', 'Un visitante se identificó', null, [], {}],
  ])
  expect(events.map(({ traffic }) => traffic?.visitor)).toEqual([
    undefined,
    undefined,
    1,
    2,
    undefined,
    1,
    undefined,
  ])
  const positions = events.map(({ position }) => BigInt(position))
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
})

test('an account’s life has sentences, and no figures', async () => {
  const { entity, events } = await lifeOf('account', api.owner.id.toUpperCase())
  expect(entity).toMatchObject({ kind: 'account', id: api.owner.id, label: 'Camila' })
  expect(events[0]).toMatchObject({ type: 'AccountRegistered', version: 1, traffic: null, added: {} })
  expect(events.every(({ sentence }) => sentence.length > 0)).toBe(true)
})

test('reading a life appends that it was read once, and nothing else [LOG-8]', async () => {
  const other = await api.newProfile('life-read')
  await api.settle()
  api.clock.advance(60 * MINUTE_MS)
  const before = await wholeLog(api.store)
  await lifeOf('profile', other.id)
  await lifeOf('profile', other.id)
  const appended = (await wholeLog(api.store)).slice(before.length)
  // Seals follow by themselves.
  const ours = appended.filter(({ type }) => type !== 'LogSealed')
  expect(ours.map(({ type, data }) => [type, data.filters])).toEqual([
    ['HistoryRead', [{ form: 'past', entity: `profile-${other.id}` }]],
  ])
})
