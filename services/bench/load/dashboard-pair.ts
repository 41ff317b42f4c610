import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { Figures } from '../part.ts'
import { percentile } from '../report/statistics.ts'
import type { Product } from '../product/product.ts'
import { createVisibilityProbe, trickle } from '../visibility-probe.ts'
import { createKeepAlive } from './keep-alive.ts'
import { clickHeaders } from './phone.ts'

const RANGE = '12m'
const ENCODINGS = { '': 'identity', '-br': 'gzip, deflate, br' } as const

export interface DashboardOwner {
  readonly product: Product
  readonly headers: Readonly<Record<string, string>>
}

interface Received {
  readonly ms: number
  readonly bytes: number
}

/** As a browser: one kept connection, the body left as it came. @throws Error unless it is answered 200 */
function received(agent: Agent, { product, headers }: DashboardOwner, encoding: string): Promise<Received> {
  const url = `${product.url}/api/analytics/${product.profileId}/unified?date_range=${RANGE}`
  const sent = { ...headers, 'Accept-Encoding': encoding }
  return new Promise((resolve, reject) => {
    const sinceMs = performance.now()
    const asking = request(url, { agent, headers: sent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - sinceMs, bytes })
        else reject(new Error(`unified was answered ${response.statusCode}`))
      })
    })
    asking.once('error', reject).end()
  })
}

/** `unified` plain and with brotli, one request at a time. */
export async function unifiedFigures(owner: DashboardOwner, requests: number): Promise<Figures> {
  const figures: Record<string, number> = {}
  for (const [suffix, encoding] of Object.entries(ENCODINGS)) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      await received(agent, owner, encoding)
      const before = await owner.product.cpuMicros()
      const all: Received[] = []
      for (let nth = 0; nth < requests; nth += 1) all.push(await received(agent, owner, encoding))
      figures[`unified${suffix}`] = percentile(
        all.map(({ ms }) => ms),
        50,
      )
      figures[`unified${suffix}-cpu`] = ((await owner.product.cpuMicros()) - before) / requests
      figures[`unified${suffix}-bytes`] = all.at(-1)!.bytes
    } finally {
      agent.destroy()
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
