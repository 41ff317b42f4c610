import { expect, test, vi } from 'vitest'
import { useTestApi } from '../support/api/test-api.ts'
import { isLong } from '../support/longer-runs.ts'
import { deviationsOf, momentOf, tell, type Truth } from './asked-over-http.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { createPick, shuffled, SPECIAL_DAYS, storyOfSpecialDays } from './stories.ts'
import type { Told } from './told.ts'

vi.setConfig({ testTimeout: 300_000 })

const seed = Number(process.env['TEST_SEED'])
const MINUTE = 60_000
/** The short run has the day of 25 hours, the one without a midnight, a week 53 and a leap day. */
const DAYS = isLong ? SPECIAL_DAYS : ['2026-04-04', '2026-09-06', '2026-12-28', '2027-01-01', '2028-02-29']

const api = useTestApi()

/** Filters of each kind, of several together, and of days of one's own. */
const NARROWED: readonly Pick<Truth, 'filter' | 'own'>[] = [
  { filter: { network: 'whatsapp' } },
  { filter: { source: 'qr', device: 'iphone' } },
  { filter: { hour: '6-23' } },
  { own: { from: DAYS[1]!, to: plusDays(DAYS[1]!, 40) }, filter: { source: 'nfc' } },
]

test('every figure of every range equals a count of raw events on special days, late and in any order [FIG-1, FIG-2]', async () => {
  const { id: profileId } = await api.newProfile('truth', { details: { name: 'Ana', lastname: 'Paz' } })
  const pick = createPick(seed)
  let waiting = shuffled(storyOfSpecialDays(profileId, seed, DAYS), pick)
  const log: Told[] = []
  const deviations: string[] = []
  const truthAt = (nowMs: number, narrowed = {}): Truth => ({
    profileId,
    profileName: 'Ana Paz',
    nowMs,
    ...narrowed,
    log: log.map(({ event }) => event),
  })
  // Within the hour that comes twice, or at the last moment of the day.
  for (const nowMs of DAYS.map((day, nth) => firstMsOf(plusDays(day, 1)) - (nth === 0 ? 30 * MINUTE : 1))) {
    const isDue = ({ event }: Told): boolean => Date.parse(event.meta.occurredAt) <= nowMs
    const due = waiting.filter((one) => isDue(one) && pick([true, true, true, true, false]))
    waiting = waiting.filter((one) => !due.includes(one))
    log.push(...due)
    await tell(api, due)
    deviations.push(...(await deviationsOf(await momentOf(api, nowMs), truthAt(nowMs))))
  }
  const nowMs = firstMsOf(plusDays(DAYS.at(-1)!, 1)) - 1
  const moment = await momentOf(api, nowMs)
  for (const narrowed of NARROWED) deviations.push(...(await deviationsOf(moment, truthAt(nowMs, narrowed))))
  expect(deviations).toEqual([])
})
