import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPARED, monthlyComparison, REPORT_TYPE } from '@app/contracts/analytics.ts'
import { addDays } from '@app/contracts/calendar.ts'
import { DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/shares.ts'
import { NETWORKS, REFERRERS } from '@app/contracts/traffic/kinds.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import type { CallInit } from '../../tests/support/api/test-client.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-backend.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'
import type { ReportMaterial } from './report/reports.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { hold } from '../../tests/support/lock-waits.ts'

const api = useTestApi()

const [ANA, BRUNO, CARLA, DIEGO] = [uuid(0xa1), uuid(0xb1), uuid(0xc1), uuid(0xd1)]
/** By weekday from Monday on, hour and count. */
function heatmapOf(...cells: readonly (readonly [number, number, number])[]): number[][] {
  const empty = Array.from({ length: 7 }, () => Array<number>(24).fill(0))
  for (const [weekday, hour, count] of cells) empty[weekday]![hour] = count
  return empty
}
const pointOf = (period: string, [visits, uniques, engaged, clicks, saved]: readonly number[]) => ({
  period,
  total_visits: visits,
  unique_visitors: uniques,
  engaged_visitors: engaged,
  social_clicks: clicks,
  vcf_downloads: saved,
})
const NO_CLICKS = Object.fromEntries(NETWORKS.map((network) => [network, 0]))
const NO_REFERRERS = Object.fromEntries(REFERRERS.map((name) => [name, 0]))
const ROBOT: CallInit = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }

const tap = ({ slug }: TestProfile, visitor: string, source = 'link', init?: CallInit) =>
  api.call(`/api/public/profile/${slug}?u=${visitor}&s=${source}`, init)
const track = ({ id }: TestProfile, visitor_id: string, event_type: string, occurred_at?: string) =>
  api.post(`/api/public/track/${id}`, { event_type, visitor_id, occurred_at })

/** Three days, counted by hand below. Noon in Santiago is 15:00 UTC. */
async function tellStory(profile: TestProfile): Promise<void> {
  api.clock.set('2026-11-18T15:00:00.000Z')
  await tap(profile, ANA, 'nfc')
  await track(profile, ANA, 'click_whatsapp')
  await tap(profile, BRUNO, 'qr')
  api.clock.set('2026-11-19T15:00:00.000Z')
  await track(profile, BRUNO, 'click_instagram')
  await tap(profile, CARLA)
  await tap(profile, CARLA)
  api.clock.set('2026-11-20T15:00:00.000Z')
  await tap(profile, ANA)
  await track(profile, ANA, 'vcf')
  await track(profile, DIEGO, 'vcf')
  await tap(profile, DIEGO, 'link', ROBOT)
}

describe('three days of events', () => {
  let profile: TestProfile
  beforeAll(async () => {
    profile = await api.newProfile('story', { details: { name: 'Ana María', lastname: 'Soto' } })
    await tellStory(profile)
  })

  test('has these figures in all of its life, which is what is shown without a range', async () => {
    const figures = await api.figures(profile.id)
    expect(figures).toEqual({
      profile_name: 'Ana María Soto',
      date_range: 'all-time',
      from: '2026-11-18',
      to: '2026-11-20',
      profile_since: '2026-11-18',
      traffic_since: '2026-11-18',
      time_unit: 'day',
      total_visits: 4,
      unique_visitors: 3,
      social_clicks_total: 2,
      vcf_downloads: 2,
      // Only Ana, of three visitors, visited and acted on one day.
      engagement_rate: 33.3,
      social_clicks: { ...NO_CLICKS, whatsapp: 1, instagram: 1 },
      most_effective_platform: 'instagram',
      most_effective_percentage: 50,
      temporal_data: [
        pointOf('2026-11-18', [2, 2, 1, 1, 0]),
        pointOf('2026-11-19', [1, 1, 0, 1, 0]),
        pointOf('2026-11-20', [1, 1, 1, 0, 2]),
      ],
      previous: null,
      heatmap: heatmapOf([2, 12, 2], [3, 12, 1], [4, 12, 1]),
      sources: { nfc: 1, qr: 1, link: 2 },
      referrers: { ...NO_REFERRERS, none: 4 },
      devices: { iphone: 4, android: 0, tablet: 0, desktop: 0, other: 0 },
      shared: {},
      excluded: { visits: 2, clicks: 0, downloads: 0 },
      excluded_by_reason: { visits: { repeat: 1, robot: 1 }, clicks: {}, downloads: {} },
      visitors: {},
      visitors_total: 0,
      reminders: { active: 0, converted: 0 },
      definitions: DEFINITIONS,
      rules_version: RULES_VERSION,
      log_position: expect.stringMatching(/^\d+$/),
      lag_seconds: 0,
    })
  })

  test('has only what a filter keeps, which names the visitors of a network by the day of their click', async () => {
    const of = async (narrowed: Readonly<Record<string, string>>) => {
      const figures = await api.figuresFor(api.owner.token, profile.id, 'all-time', narrowed)
      const { total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate } = figures
      return [total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate]
    }
    await api.settle()
    expect(await of({ network: 'whatsapp' })).toEqual([1, 1, 1, 0, 100])
    expect(await of({ network: 'instagram' })).toEqual([0, 0, 1, 0, 0])
    expect(await of({ hour: '5-12' })).toEqual([1, 1, 0, 2, 100])
    expect(await of({ from: '2026-11-19', to: '2026-11-19' })).toEqual([1, 1, 1, 0, 0])
  })
})

test('the newest twenty visitors come with the figures, the others by request, and in less than 12 KB', async () => {
  const profile = await api.newProfile('many', { details: { name: 'Ana', lastname: '' } })
  for (let n = 0; n < 25; n += 1) {
    api.clock.set(`2026-11-18T15:00:${String(n).padStart(2, '0')}.000Z`)
    const told = { full_name: `Persona ${n}`, phone: '+56 9 8123 4567', description: 'Jefa de compras' }
    await api.post(`/api/public/identify/${profile.id}`, { ...told, visitor_id: uuid(0x40_000 + n) })
  }
  const figures = await api.figures(profile.id)
  expect([figures.profile_name, Object.keys(figures.visitors).length]).toEqual(['Ana', 20])
  expect(figures.visitors).not.toHaveProperty('Persona 4')
  expect(figures.visitors_total).toBe(25)
  expect(JSON.stringify(figures).length).toBeLessThan(12_000)
  const all = await api.figuresFor(api.owner.token, profile.id, 'all-time', { visitors: 'all' })
  expect(Object.keys(all.visitors)).toHaveLength(25)
})

const TODAY = '2026-11-20'
/** All visits of the last 30 days of the second profile: 28 days of three, one of one. */
const TOTAL = 85

describe('eight weeks of visits', () => {
  let profile: TestProfile
  let people = 0
  /** This many people tap, at noon in Santiago. */
  async function visits(day: string, count: number): Promise<void> {
    api.clock.set(`${day}T15:00:00.000Z`)
    const taps = Array.from({ length: count }, () => tap(profile, uuid(0x10_000 + (people += 1)), 'qr'))
    await Promise.all(taps)
  }
  beforeAll(async () => {
    profile = await api.newProfile('calls', { details: { name: 'Ana', lastname: 'Paz' } })
    // Four weeks of one a day, then four weeks of three: nothing but that has changed.
    for (let back = 56; back > 0; back -= 1) await visits(addDays(TODAY, -back), back > 28 ? 1 : 3)
    api.clock.set(`${TODAY}T15:00:00.000Z`)
    await api.settle()
  })
  const answerAt = async (address: string, token?: string) => {
    const answer = await api.call(address, { token })
    return {
      status: answer.status,
      kept: answer.headers.get('cache-control'),
      body: (await answer.json()) as object,
    }
  }

  test('every call of figures answers the same at the address that blockers let pass, and no browser keeps it', async () => {
    for (const part of ['', '/unified?date_range=7d', '/insights', '/monthly-comparison', '/edits']) {
      const [specified, alias] = ['analytics', 'figures'].map((name) => `/api/${name}/${profile.id}${part}`)
      const given = await answerAt(specified!, api.owner.token)
      expect([part, given.status, given.kept]).toEqual([part, 200, 'no-store'])
      expect(await answerAt(alias!, api.owner.token)).toEqual(given)
      expect(await answerAt(alias!)).toEqual(await answerAt(specified!))
    }
    const [older, unified] = ['', '/unified'].map((part) => `/api/analytics/${profile.id}${part}`)
    expect(await answerAt(older!, api.owner.token)).toEqual(await answerAt(unified!, api.owner.token))
  })

  test('a period is compared with as many days before it, three months unless another is requested', async () => {
    const compared = async (query = '') => {
      const { body } = await answerAt(
        `/api/analytics/${profile.id}/monthly-comparison${query}`,
        api.owner.token,
      )
      return monthlyComparison.parse(body)
    }
    expect((await compared()).period).toBe('3m')
    const month = await compared('?period=1m')
    const current = { total_visits: TOTAL, unique_visitors: TOTAL, social_clicks: 0, vcf_downloads: 0 }
    expect(month).toMatchObject({ period: '1m', current, previous: { total_visits: 27 } })
    expect(month.temporal_data).toHaveLength(30)
    for (const period of COMPARED) expect((await compared(`?period=${period}`)).period).toBe(period)
  })

  test('the report is made of the figures of its range, under the name of its range and day', async () => {
    const { Worker } = workerThreads
    workerThreads.Worker = EchoWorker as unknown as typeof Worker
    syncBuiltinESMExports()
    try {
      const address = `/api/figures/${profile.id}/executive-report?date_range=1m`
      const response = await api.call(address, { token: api.owner.token })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(response.headers.get('content-type')).toContain(REPORT_TYPE)
      const file = `attachment; filename=Resumen_Ejecutivo_1m_${TODAY}.xlsx`
      expect(response.headers.get('content-disposition')).toBe(file)
      expect(await response.json()).toMatchObject({
        analytics: { total_visits: TOTAL, profile_name: 'Ana Paz' },
        insights: expect.arrayContaining([expect.objectContaining({ icon: 'trending-up' })]) as unknown,
        pageAddress: `${PUBLIC_URL}/pages/${profile.slug}`,
        customTitle: '',
        at: `${TODAY}T15:00:00.000Z`,
      })
    } finally {
      workerThreads.Worker = Worker
      syncBuiltinESMExports()
    }
  })
})

/** In place of the thread that draws, which takes seconds to load: it answers its input. */
class EchoWorker extends EventEmitter {
  constructor(_program: URL, { workerData }: { readonly workerData: ReportMaterial }) {
    super()
    const bytes = new TextEncoder().encode(JSON.stringify(workerData))
    setImmediate(() => this.emit('message', { bytes }))
  }
  terminate = async (): Promise<number> => 0
}

/** Statements of the answer itself, and one for the caller's key: runners, mails and the log have others meanwhile. */
const OF_ANSWERS = /read\.(profiles|traffic_|identified_|subscriptions)|vault\.(subjects|key_losses)/

test('repeated figures take five statements, each of them prepared [SPEED-3]', async () => {
  await tap(api.profile, ANA, 'qr')
  await api.figures(api.profile.id, '12m')
  const watched = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await api.figuresFor(api.owner.token, api.profile.id, '12m')
    const queries = watched.mock.calls.map(([query]) => query as unknown as string | pg.QueryConfig)
    const texts = queries.filter((query) => OF_ANSWERS.test(typeof query === 'string' ? query : query.text))
    expect(texts).toEqual(Array(5).fill(expect.objectContaining({ name: expect.any(String) as string })))
  } finally {
    watched.mockRestore()
  }
})

const leaving = new AbortController()

/** Each filtered figure waits for facts, and no other does. */
const holdFacts = () => hold(api.db, 'lock table read.traffic_facts in access exclusive mode')

/** @returns its status and its code, or that it was aborted */
async function press({ token }: Person, query = '&network=whatsapp', signal?: AbortSignal): Promise<string> {
  const path = `/api/analytics/${api.profile.id}/unified?date_range=all-time${query}`
  const request = { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) }
  const answer = await fetch(`${api.url}${path}`, request).catch(() => undefined)
  if (answer === undefined) return 'aborted'
  const { code = 'ok' } = (await answer.json()) as { code?: string }
  return `${answer.status} ${code} ${answer.headers.get('retry-after') ?? ''}`.trim()
}

const STATEMENTS = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and query like '%width_bucket%' and pid <> pg_backend_pid()`
const statements = async (): Promise<number> => (await api.db.query(STATEMENTS)).rowCount ?? 0
const untilRunning = (count: number) => eventually(async () => expect(await statements()).toBe(count))

test('sixteen presses of one session read once, on a connection of their own, and other dashboards open [SPEED-11]', async () => {
  const held = await holdFacts()
  const answers: string[] = []
  const presses = Array.from({ length: 16 }, async () => answers.push(await press(api.owner)))
  await eventually(() => expect(answers).toHaveLength(15))
  expect(new Set(answers)).toEqual(new Set(['429 busy 2']))
  const other = press(api.admin)
  await untilRunning(2)
  // More of them than connections of all other reads.
  const dashboards = Array.from({ length: 20 }, () => press(api.owner, ''))
  expect(new Set(await Promise.all(dashboards))).toEqual(new Set(['200 ok']))
  await held.rollback()
  await Promise.all(presses)
  expect([answers.at(-1), await other, await press(api.owner)]).toEqual(['200 ok', '200 ok', '200 ok'])
})

test('a press that is given up ends its statement and makes room for the next [SPEED-11]', async () => {
  const held = await holdFacts()
  const givenUp = press(api.owner, '&source=qr', leaving.signal)
  await untilRunning(1)
  leaving.abort()
  expect(await givenUp).toBe('aborted')
  const next = press(api.owner)
  await untilRunning(1)
  await held.rollback()
  expect(await next).toBe('200 ok')
})
