import { beforeAll, expect, test } from 'vitest'
import { getEditMarkers, type EditMarker } from '@app/contracts/analytics.ts'
import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'

const TODAY = '2026-11-20'
const HOUR_MS = 3_600_000
/** Days before today: the first with traffic, and when the owner edits. The 14 days after the first are just over. */
const DAYS = 30
const [EARLY, NEXT, LATE] = [15, 14, 3]

const api = useTestApi()
let profile: TestProfile
let visitors = 0

const setClock = (back: number, hour: number): void =>
  api.clock.set(new Date(startOfDayMs(addDays(TODAY, -back)) + hour * HOUR_MS).toISOString())

/** People tap and click; a robot does as well. */
async function traffic(back: number, taps: number, clicks: number): Promise<void> {
  setClock(back, 12)
  const people = Array.from({ length: taps }, () => uuid(0x20_000 + (visitors += 1)))
  const tapped = people.map((visitor) => api.call(`/api/public/profile/${profile.slug}?u=${visitor}&s=qr`))
  const click = (visitor: string | undefined, headers = {}) =>
    api.post(
      `/api/public/track/${profile.id}`,
      { event_type: 'click_whatsapp', visitor_id: visitor },
      { headers },
    )
  const clicked = Array.from({ length: clicks }, (_, nth) => click(people[nth % taps]))
  await Promise.all([...tapped, ...clicked, click(people[0], { 'user-agent': 'Googlebot/2.1' })])
}

async function edit(body: object, token = api.owner.token): Promise<void> {
  const { status } = await api.post(`/api/profile/${profile.id}`, body, { method: 'PUT', token })
  expect(status).toBe(200)
}

beforeAll(async () => {
  setClock(DAYS + 1, 12)
  profile = await api.newProfile('marked')
  for (let back = DAYS; back > 0; back -= 1) {
    // Not the same on both sides of an edit, some on its very day and on those that count no more.
    if (back % 2 === 1 || back === DAYS) await traffic(back, 3, back > EARLY ? 2 : 4 + (back % 4))
    if ([EARLY, NEXT, LATE].includes(back)) {
      setClock(back, 23.9)
      await edit({ bio: `Hola ${back}`, phone: `9 1234 56${back + 10}` })
      await edit({ theme_color: back === NEXT ? 'dark' : 'green' })
      await edit({ name: `Ana ${back}` }, api.admin.token)
    }
  }
  api.clock.set(`${TODAY}T15:00:00.000Z`)
  await api.settle()
})

const ask = (range: string, token = api.owner.token, id = profile.id) =>
  api.call(`/api/analytics/${id}/edits?date_range=${range}`, { token })
async function markers(range: string): Promise<readonly EditMarker[]> {
  const response = await ask(range)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return getEditMarkers.answer.parse(JSON.parse(text))
}

test('an edit’s clicks of the 14 days before it and after it stand beside it, without its own day and robots [FIG-1]', async () => {
  const [early] = await markers('3m')
  // Seven days of two clicks; then of five and seven in turn.
  const effect = { clicks_before: 14, clicks_after: 41 }
  expect(early).toMatchObject({ day: addDays(TODAY, -EARLY), effect })
})

test('a day’s edits are one marker, without those of administrators, newest first', async () => {
  const all = await markers('1m')
  expect(all.map(({ day }) => day)).toEqual([EARLY, NEXT, LATE].map((back) => addDays(TODAY, -back)))
  const [early] = all
  expect(early?.edits.map(({ what }) => what)).toEqual(['theme', 'texts', 'links'])
  const events = await readStream(api.store, profileStream(profile.id))
  const themed = events.find(({ type }) => type === 'ThemeApplied')
  expect(early?.edits[0]).toEqual({
    what: 'theme',
    position: String(themed?.position),
    at: themed?.meta.occurredAt,
  })
})

test('with fewer than 20 visits before or after it nothing is compared', async () => {
  const quiet = await api.newProfile('quiet-one')
  setClock(EARLY, 10)
  await api.post(`/api/profile/${quiet.id}`, { bio: 'Hola' }, { method: 'PUT', token: api.owner.token })
  api.clock.set(`${TODAY}T15:00:00.000Z`)
  await api.settle()
  const response = await ask('1m', api.owner.token, quiet.id)
  expect(await response.json()).toMatchObject([{ edits: [{ what: 'texts' }], effect: null }])
})

test('only the owner is told that the edits are their own', async () => {
  const isOwn = async (token: string) =>
    getEditMarkers.answer.parse(await (await ask('1m', token)).json()).map(({ is_own }) => is_own)
  expect(await isOwn(api.owner.token)).toEqual([true, true, true])
  expect(await isOwn(api.admin.token)).toEqual([false, false, false])
})

// The last one: it closes the page that the others read.
test('an edit is not compared when the page was closed for an hour meanwhile [FIG-1]', async () => {
  expect((await markers('1m'))[0]?.effect).not.toBeNull()
  for (const [hour, isActive] of [
    [10, false],
    [11, true],
  ] as const) {
    setClock(EARLY - 5, hour)
    const path = `/api/admin/profiles/${profile.id}/status`
    await api.post(path, { is_active: isActive }, { method: 'PUT', token: api.admin.token })
  }
  api.clock.set(`${TODAY}T15:00:00.000Z`)
  await api.settle()
  expect((await markers('1m'))[0]?.effect).toBeNull()
})
