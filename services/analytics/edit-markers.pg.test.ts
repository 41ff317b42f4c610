import { expect, test } from 'vitest'
import { getEditMarkers } from '@app/contracts/analytics.ts'
import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'

const TODAY = '2026-11-20'
const HOUR_MS = 3_600_000

const api = useTestApi()

test('a day’s edits are one marker, without those of administrators', async () => {
  const setClock = (day: string, hour: number): void =>
    api.clock.set(new Date(startOfDayMs(day) + hour * HOUR_MS).toISOString())
  const days = [addDays(TODAY, -40), addDays(TODAY, -15), addDays(TODAY, -3)]
  setClock(addDays(TODAY, -50), 12)
  const profile = await api.newProfile('marked')
  const edit = async (body: object, token = api.owner.token) =>
    expect((await api.post(`/api/profile/${profile.id}`, body, { method: 'PUT', token })).status).toBe(200)
  for (const day of days) {
    setClock(day, 23.5)
    await edit({ bio: `Hola ${day}`, phone: `9 1234 56${day.slice(8)}` })
    await edit({ bio: `Chao ${day}` })
    await edit({ theme_color: day === days[1] ? 'dark' : 'green' })
    await edit({ slug: undefined, name: `Ana ${day}` }, api.admin.token)
  }
  api.clock.set(`${TODAY}T15:00:00.000Z`)
  await api.settle()
  const markers = async (range: string) => {
    const path = `/api/analytics/${profile.id}/edits?date_range=${range}`
    return getEditMarkers.answer.parse(await (await api.call(path, { token: api.owner.token })).json())
  }
  const what = ['theme', 'texts', 'links']
  expect(await markers('1m')).toEqual(days.slice(1).map((day, nth) => ({ day, version: 8 + 4 * nth, what })))
  expect((await markers('3m')).map(({ day }) => day)).toEqual(days)
})
