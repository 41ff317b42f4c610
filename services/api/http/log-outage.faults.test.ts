import { afterEach, describe, expect, test } from 'vitest'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { awakeMsOf } from '../../../tests/support/awake-time.ts'

/** The event log is out of reach; the read models and the vault are not. */
const api = useTestApi({ proxied: 'log' })

const ANA = uuid(0xa1)

const OUTAGES = {
  frozen: () => api.proxy.freeze(),
  stopped: () => api.proxy.stop(),
} as const
const outages = Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]

async function restore(): Promise<void> {
  await api.proxy.start()
  api.proxy.thaw()
}
afterEach(restore)

const elapsed = async <Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> => {
  const ms = awakeMsOf(work)
  return { value: await work, ms: await ms }
}

async function inTurn(paths: readonly string[]): Promise<readonly Response[]> {
  const answers: Response[] = []
  for (const path of paths) answers.push(await api.call(path))
  return answers
}

/** Answers during an outage of the log, whose facts are recorded afterwards. */
const whenBack = (check: () => Promise<void>): Promise<void> => eventually(check, { everyMs: 100 })

describe.each(outages)('while the event log is %s', (outage) => {
  const id = (n: number): string => uuid(0x6000 + 0x1000 * outages.indexOf(outage) + n)

  test('pages and contact files are served, and what was pending is recorded once when it is back [RUN-1]', async () => {
    const profile = await api.newProfile(`served-${outage}`)
    await OUTAGES[outage]()
    const tapPath = `/api/public/profile/${profile.slug}?u=${ANA}&v=`
    const { value: answers, ms } = await elapsed(
      inTurn([
        `${tapPath}${id(0x01)}`,
        `${tapPath}${id(0x02)}`,
        `${tapPath}${id(0x02)}`,
        `/api/public/profile/${profile.slug}`,
        `/api/profile/${profile.slug}/vcf?u=${ANA}&e=${id(0x03)}`,
      ]),
    )
    expect(ms).toBeLessThan(answers.length * 1_000)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.map(({ headers }) => headers.get('tap-status'))).toEqual(answers.map(() => 'pending'))
    expect(await answers.at(-1)?.text()).toContain('BEGIN:VCARD')
    expect((await api.call(`/pages/${profile.slug}`)).status).toBe(200)
    await restore()
    await whenBack(async () => {
      expect(await api.events(profile.id, 'ProfileTapped')).toHaveLength(3)
      expect(await api.events(profile.id, 'ContactDownloaded')).toHaveLength(1)
    })
    await whenBack(() => Promise.resolve(expect(api.recorder.pending).toBe(0)))
    expect(await api.events(profile.id, 'ProfileTapped', 'ContactDownloaded')).toHaveLength(4)
    const { unique_visitors, vcf_downloads } = await api.figures(profile.id)
    expect({ unique_visitors, vcf_downloads }).toEqual({ unique_visitors: 2, vcf_downloads: 1 })
  })

  test('many simultaneous visitors are all answered, and all are recorded later', async () => {
    const profile = await api.newProfile(`crowd-${outage}`)
    await OUTAGES[outage]()
    const ids = Array.from({ length: 100 }, (_, n) => id(0x100 + n))
    const crowd = Promise.all(ids.map((v) => api.call(`/api/public/profile/${profile.slug}?v=${v}&u=${v}`)))
    const { value: answers, ms } = await elapsed(crowd)
    expect(answers.map(({ headers }) => headers.get('tap-status'))).toEqual(ids.map(() => 'pending'))
    expect(ms).toBeLessThan(4_000)
    await restore()
    await whenBack(async () => expect(await api.events(profile.id, 'ProfileTapped')).toHaveLength(ids.length))
    expect(await api.figures(profile.id)).toMatchObject({
      total_visits: ids.length,
      unique_visitors: ids.length,
    })
  })

  test('dashboards are still readable, also for an account that is not cached [RUN-1]', async () => {
    const profile = await api.newProfile(`read-${outage}`)
    const read = () =>
      Promise.all([
        api.call(`/api/analytics/${profile.id}/unified`, { token: api.owner.token }),
        api.call('/api/admin/profiles', { token: api.admin.token }),
      ])
    expect((await read()).map(({ status }) => status)).toEqual([200, 200])
    api.clock.advance(5_000)
    await OUTAGES[outage]()
    const { value: answers, ms } = await elapsed(read())
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(ms).toBeLessThan(3_000)
  })
})
