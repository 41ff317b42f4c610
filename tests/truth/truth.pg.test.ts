import { expect, test, vi } from 'vitest'
import fc from 'fast-check'
import { useTestApi } from '../support/api/test-api.ts'
import { DEVICES, NETWORKS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { ASKED, deviationsOf, momentOf, tell, type Truth } from './asked-over-http.ts'
import { recount, recordedOf } from './recount.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { REPEAT_SECONDS } from './facts.ts'
import { anyStory, createPick, idFrom, shuffled, SPECIAL_DAYS, storyOfSpecialDays } from './stories.ts'
import { tapped, type Told } from './told.ts'
import { isLong } from '../support/longer-runs.ts'

vi.setConfig({ testTimeout: 300_000 })

const seed = Number(process.env['TEST_SEED'])

const api = useTestApi()

let profiles = 0
/** A profile without events. */
async function freshProfile() {
  profiles += 1
  const { id } = await api.newProfile(`truth-${profiles}`, { details: { name: 'Ana', lastname: 'Paz' } })
  return { profileId: id, profileName: 'Ana Paz' }
}

const atOf = ({ event }: Told): number => Date.parse(event.meta.occurredAt)

/** A day's first and last moment, and both occurrences of a repeated hour before its end. */
const momentsOf = (day: string): readonly number[] => {
  const next = firstMsOf(plusDays(day, 1))
  return [firstMsOf(day), next - 90 * MINUTE, next - 30 * MINUTE, next - 1]
}
const MINUTE = 60_000
/** The short run has the day of 25 hours, the one without a midnight, a week 53 and a leap day, at one moment each. */
const DAYS = isLong ? SPECIAL_DAYS : ['2026-04-04', '2026-09-06', '2026-12-28', '2027-01-01', '2028-02-29']
/** In which the special days have facts: the hour that occurs twice, the first one without a midnight, nine hours on. */
const HOURS = ['6-23', '7-1', '6-8', '7-9', '5-8', '1-8', '2-8', '2-23']
const MOMENTS = DAYS.flatMap((day) => {
  const moments = momentsOf(day)
  if (isLong) return moments
  return day === '2027-01-01' ? [] : [moments.at(day === '2026-04-04' ? 2 : -1)!]
})

test('every figure of every range equals a count of raw events on special days, late and in any order [FIG-1, FIG-2]', async () => {
  const profile = await freshProfile()
  const pick = createPick(seed)
  const story = storyOfSpecialDays(profile.profileId, seed, DAYS)
  let waiting = shuffled(story, pick)
  const log: Told[] = []
  const deviations: string[] = []
  for (const nowMs of MOMENTS) {
    const due = waiting.filter((one) => atOf(one) <= nowMs && pick([true, true, true, true, false]))
    waiting = waiting.filter((one) => !due.includes(one))
    log.push(...due)
    await tell(api, due)
    const truth = { ...profile, nowMs, log: log.map(({ event }) => event) }
    deviations.push(...(await deviationsOf(await momentOf(api, nowMs), truth)))
  }
  expect(deviations).toEqual([])
  await everyFilterIsRight({ ...profile, nowMs: MOMENTS.at(-1)!, log: log.map(({ event }) => event) })
})

async function everyFilterIsRight(truth: Truth): Promise<void> {
  const moment = await momentOf(api, truth.nowMs)
  await fc.assert(
    fc.asyncProperty(anyFilter, async (narrowed) => {
      expect(await deviationsOf(moment, { ...truth, ...narrowed })).toEqual([])
    }),
    { seed, numRuns: isLong ? 200 : 8, endOnFailure: !isLong },
  )
}

/** Of each kind, of all together, and of days of one's own. */
const anyFilter: fc.Arbitrary<Pick<Truth, 'filter' | 'own'>> = fc.oneof(
  fc.constantFrom(...NETWORKS).map((network) => ({ filter: { network } })),
  fc.constantFrom(...SOURCES).map((source) => ({ filter: { source } })),
  fc.constantFrom(...DEVICES).map((device) => ({ filter: { device } })),
  fc.constantFrom(...HOURS).map((hour) => ({ filter: { hour } })),
  fc
    .tuple(fc.constantFrom(...NETWORKS), fc.constantFrom(...SOURCES), fc.constantFrom('iphone', 'android'))
    .map(([network, source, device]) => ({ filter: { network, source, device } })),
  fc
    .tuple(fc.constantFrom(...DAYS), fc.nat(40), fc.option(fc.constantFrom(...SOURCES)))
    .map(([from, more, source]) => ({
      own: { from, to: plusDays(from, more) },
      ...(source !== null && { filter: { source } }),
    })),
)

test('every figure of every range equals a count of raw events for any few events', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, fc.constantFrom(...SPECIAL_DAYS.flatMap(momentsOf)), async (story, nowMs) => {
      const profile = await freshProfile()
      const told = story(profile.profileId).filter((one) => atOf(one) <= nowMs)
      await tell(api, told)
      const truth = { ...profile, nowMs, log: told.map(({ event }) => event) }
      expect(await deviationsOf(await momentOf(api, nowMs), truth)).toEqual([])
    }),
    { seed, numRuns: isLong ? 300 : 3, endOnFailure: !isLong },
  )
})

const NOON = firstMsOf('2026-11-20') + 720 * MINUTE
/** No repeat. */
const LATER = NOON + 2_000 * REPEAT_SECONDS.tap

test('the same one of two taps at one instant counts in either order', async () => {
  const profile = await freshProfile()
  const [low, high] = ['10000000-0000-4000-8000-00000000000', 'f0000000-0000-4000-8000-00000000000']
  const by = (id: string, at: number) => ({ ...profile, visitor: idFrom('ana'), id, at })
  const inOrder = [tapped(by(`${low}1`, NOON), 'nfc'), tapped(by(`${high}1`, NOON), 'qr')]
  const turned = [tapped(by(`${high}2`, LATER), 'qr'), tapped(by(`${low}2`, LATER), 'nfc')]
  for (const one of [...inOrder, ...turned]) {
    await tell(api, [one])
    await api.settle() // a separate batch for each
  }
  const nowMs = LATER + MINUTE
  const truth = { ...profile, nowMs, log: [...inOrder, ...turned].map(({ event }) => event) }
  expect(await deviationsOf(await momentOf(api, nowMs), truth)).toEqual([])
  expect(recount(recordedOf(truth.log, profile.profileId), { range: '7d', nowMs }).sources).toEqual({
    nfc: 2,
    qr: 0,
    link: 0,
  })
})

test('a visitor is one, however their id is spelled', async () => {
  const profile = await freshProfile()
  const by = (visitor: string, seconds: number) => ({
    ...profile,
    visitor,
    id: idFrom(`${profile.profileId} ${seconds}`),
    at: NOON + seconds * 1_000,
  })
  const told = [tapped(by(idFrom('bea').toUpperCase(), 0)), tapped(by(idFrom('bea'), 20))]
  await tell(api, told)
  const nowMs = NOON + MINUTE
  const truth = { ...profile, nowMs, log: told.map(({ event }) => event) }
  expect(await deviationsOf(await momentOf(api, nowMs), truth)).toEqual([])
})

test('an event of a future day, as from a fast clock, is in no figure yet', async () => {
  const profile = await freshProfile()
  const midnight = firstMsOf('2026-12-31')
  const by = (visitor: string, at: number) => ({
    ...profile,
    visitor: idFrom(visitor),
    id: idFrom(`${at}`),
    at,
  })
  await tell(api, [tapped(by('today', midnight - 1)), tapped(by('tomorrow', midnight))])
  const moment = await momentOf(api, midnight - 1)
  for (const range of ASKED) {
    const { total_visits, temporal_data } = await moment.unified(profile.profileId, range)
    expect([range, total_visits, temporal_data.at(-1)?.total_visits]).toEqual([range, 1, 1])
  }
})
