import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'
import { beforeAll, expect, test } from 'vitest'
import { COMPARED, monthlyComparison, REPORT_TYPE } from '@app/contracts/analytics/calls.ts'
import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import type { ReportMaterial } from './report/reports.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-app.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'

const TODAY = '2026-11-20'
const HOUR_MS = 3_600_000
/** Of the last month. */
const TOTAL = 85

const api = useTestApi()
let profile: TestProfile
let visitors = 0

/** This many people tap, at noon in Santiago. */
async function visits(day: string, count: number): Promise<void> {
  api.clock.set(new Date(startOfDayMs(day) + 12 * HOUR_MS).toISOString())
  const taps = Array.from({ length: count }, () => {
    visitors += 1
    return api.call(`/api/public/profile/${profile.slug}?u=${uuid(0x10_000 + visitors)}&s=qr`)
  })
  await Promise.all(taps)
}

beforeAll(async () => {
  profile = await api.newProfile('calls', { details: { name: 'Ana', lastname: 'Paz' } })
  // Four weeks of one a day, then four weeks of three: nothing but that has changed.
  for (let back = 56; back > 0; back -= 1) await visits(addDays(TODAY, -back), back > 28 ? 1 : 3)
  api.clock.set(`${TODAY}T15:00:00.000Z`)
  await api.settle()
})

const ask = (address: string, token = api.owner.token) => api.call(address, { token })

test('the older call answers what unified answers of all time', async () => {
  expect(await (await ask(`/api/analytics/${profile.id}`)).json()).toEqual(
    await (await ask(`/api/analytics/${profile.id}/unified`)).json(),
  )
})

test('every call of figures answers the same at the address that blockers let pass, and refuses alike, and no browser keeps it', async () => {
  const answerAt = async (address: string, token?: string) => {
    const answer = await api.call(address, { token })
    const [type, kept] = ['content-type', 'cache-control'].map((name) => answer.headers.get(name))
    return { status: answer.status, type, kept, body: await answer.json() }
  }
  for (const part of ['', '/unified?date_range=7d', '/insights', '/monthly-comparison', '/edits']) {
    const [specified, alias] = ['analytics', 'figures'].map((name) => `/api/${name}/${profile.id}${part}`)
    const given = await answerAt(specified!, api.owner.token)
    expect([part, given.status, given.kept]).toEqual([part, 200, 'no-store'])
    expect(await answerAt(alias!, api.owner.token)).toEqual(given)
    expect(await answerAt(alias!)).toEqual(await answerAt(specified!))
  }
})

test('a period is compared with as many days before it, three months unless another is requested', async () => {
  expect(
    monthlyComparison.parse(await (await ask(`/api/analytics/${profile.id}/monthly-comparison`)).json())
      .period,
  ).toBe('3m')
  const month = monthlyComparison.parse(
    await (await ask(`/api/analytics/${profile.id}/monthly-comparison?period=1m`)).json(),
  )
  // 28 days of three and one of one; before it 27 of one.
  expect(month.current).toEqual({
    total_visits: TOTAL,
    unique_visitors: TOTAL,
    social_clicks: 0,
    vcf_downloads: 0,
  })
  expect(month.previous.total_visits).toBe(27)
  expect(month.temporal_data).toHaveLength(30)
  for (const period of COMPARED)
    expect((await ask(`/api/analytics/${profile.id}/monthly-comparison?period=${period}`)).status).toBe(200)
})

const askReport = async () => {
  const response = await ask(`/api/figures/${profile.id}/executive-report?date_range=1m`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(response.headers.get('content-type')).toContain(REPORT_TYPE)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename=Resumen_Ejecutivo_1m_${TODAY}.xlsx`,
  )
  return Buffer.from(await response.arrayBuffer())
}

/** In place of the thread that draws, which takes seconds to load: its answer is what it was asked for. */
class EchoWorker extends EventEmitter {
  constructor(_program: URL, { workerData }: { readonly workerData: ReportMaterial }) {
    super()
    const bytes = new TextEncoder().encode(JSON.stringify(workerData))
    setImmediate(() => this.emit('message', { bytes }))
  }
  unref = (): this => this
  terminate = async (): Promise<number> => 0
}

test('the report is made of the figures of its range, under the name of its range and day', async () => {
  const { Worker } = workerThreads
  workerThreads.Worker = EchoWorker as unknown as typeof Worker
  syncBuiltinESMExports()
  try {
    const material = JSON.parse((await askReport()).toString()) as ReportMaterial
    expect(material).toMatchObject({
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
