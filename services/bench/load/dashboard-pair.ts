import { randomUUID } from 'node:crypto'
import type { Figures } from '../part.ts'
import { percentile } from '../report/statistics.ts'
import type { Product } from '../product/product.ts'
import { createVisibilityProbe, trickle } from '../visibility-probe.ts'
import { createKeepAlive, type KeepAlive, type Timed } from './keep-alive.ts'
import { measureRequests } from './requests.ts'
import { clickHeaders } from './phone.ts'

const RANGE = '12m'
const WITHOUT_LIMIT = Number.POSITIVE_INFINITY
const ENCODINGS = { '': 'identity', '-br': 'gzip, deflate, br' } as const

export interface DashboardOwner {
  readonly product: Product
  readonly headers: Readonly<Record<string, string>>
}

/** As a browser: one kept connection, the body left as it came. @throws Error unless it is answered 200 */
async function unified(
  calls: KeepAlive,
  { product, headers }: DashboardOwner,
  encoding: string,
): Promise<Timed> {
  const url = `${product.url}/api/analytics/${product.profileId}/unified?date_range=${RANGE}`
  const answer = await calls.get(url, { ...headers, 'Accept-Encoding': encoding })
  if (answer.status !== 200) throw new Error(`unified was answered ${answer.status}`)
  return answer
}

/** `unified` plain and with brotli, one request at a time. */
export async function unifiedFigures(owner: DashboardOwner, requests: number): Promise<Figures> {
  const figures: Record<string, number> = {}
  for (const [suffix, encoding] of Object.entries(ENCODINGS)) {
    const calls = createKeepAlive()
    try {
      const { bytes } = await unified(calls, owner, encoding)
      const once = async () => (await unified(calls, owner, encoding)).ms
      const limits = { warmUp: { timesMax: 1, ms: 0 }, measured: { timesMax: requests, ms: WITHOUT_LIMIT } }
      const { p50, cpu } = await measureRequests(owner.product, once, limits)
      Object.assign(figures, {
        [`unified${suffix}`]: p50,
        [`unified${suffix}-cpu`]: cpu,
        [`unified${suffix}-bytes`]: bytes,
      })
    } finally {
      calls.close()
    }
  }
  return figures
}

const PAUSE_MS = 15

/** From a click's request until a reader of the database sees it counted. @param countClicks of the profile, now */
export async function freshnessFigures(
  { url, profileId }: Product,
  countClicks: () => Promise<number>,
  clicks: number,
): Promise<Figures> {
  const probe = createVisibilityProbe(countClicks)
  const counted = await countClicks()
  const calls = createKeepAlive()
  try {
    const delays = await trickle(
      Array.from({ length: clicks }, () => PAUSE_MS),
      async (nth) => {
        const seen = probe.until(counted + nth + 1, performance.now())
        const ids = { event_id: randomUUID(), visit_id: randomUUID(), visitor_id: randomUUID() }
        const body = { event_type: 'click_website', source: 'qr', ...ids }
        const headers = clickHeaders(url)
        await calls.send({ url: `${url}/api/public/track/${profileId}`, method: 'POST', headers, body })
        return seen
      },
    )
    return { freshness: percentile(delays, 50), 'freshness-p95': percentile(delays, 95) }
  } finally {
    calls.close()
  }
}
