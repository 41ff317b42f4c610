import type { BenchPart, Figures, Context } from './frame.ts'
import { catchUp, rebuild } from './parts/folding.ts'
import { dashboard } from './parts/dashboard.ts'
import { day } from './parts/day.ts'
import { page } from './parts/page.ts'
import { processes } from './parts/processes.ts'
import { join } from 'node:path'
import { startBenchProduct, startChild, demoProfileOf, openOurBackend, serverMicros } from './load/product.ts'
import { withConnection } from '../platform/postgres/connection.ts'
import { sendClicks } from './load/clicks.ts'
import { randomUUID } from 'node:crypto'
import { tapOf, workInFlight } from './load/in-flight.ts'
import { appendToEmmett, emmettEventOf, openEmmett } from './peers/emmett.ts'

const MEASURED_MS = 3_000
const IN_FLIGHT = 32

/** Taps of about 300 bytes, each the first event of its stream, beside `appendToStream` as emmett's documentation has it. */
const append: BenchPart = {
  name: 'append',
  judged: [
    {
      title: `appends/s ÷ emmett, ${IN_FLIGHT} at a time`,
      metric: 'rate',
      of: 'ours',
      by: 'emmett',
      atLeast: 8,
    },
  ],
  open: async (context) => {
    const { sealed } = await openOurBackend(context, await context.database('append_ours'))
    const emmett = await openEmmett(context, await context.database('append_emmett'))
    const visitorId = randomUUID()
    const measure = async (one: () => Promise<unknown>): Promise<Figures & { readonly done: number }> => {
      const { done, seconds } = await workInFlight(one, {
        inFlight: IN_FLIGHT,
        ms: context.scaled(MEASURED_MS),
      })
      return { rate: done / seconds, done }
    }
    const ours = async (): Promise<Figures> => {
      const before = await sealed.headPosition()
      const figures = await measure(() => {
        const { stream, event } = tapOf(randomUUID(), visitorId)
        return sealed.append(stream, 'noStream', [event])
      })
      const grown = Number((await sealed.headPosition()) - before)
      if (grown !== figures.done)
        throw new Error(`${figures.done} events were appended, but the log grew by ${grown}`)
      return figures
    }
    const theirs = (): Promise<Figures> =>
      measure(() => {
        const tap = tapOf(randomUUID(), visitorId)
        return appendToEmmett(emmett, tap.stream, [emmettEventOf(tap)])
      })
    await ours()
    await theirs()
    return { ours, emmett: theirs }
  },
}

const WARM_UP_REQUESTS = 6_000
const REQUESTS = 30_000

/** `POST /api/public/track` of the built product beside an Express that parses the same JSON and answers 202. */
const track: BenchPart = {
  name: 'track',
  judged: [
    { title: 'clicks/s ÷ no-op Express', metric: 'rate', of: 'product', by: 'no-op', atLeast: 0.9 },
    { title: 'Node CPU a click ÷ no-op Express', metric: 'cpu', of: 'product', by: 'no-op', atMost: 0.95 },
    { title: 'CPU of PostgreSQL a click: µs', metric: 'server', of: 'product', atMost: 75 },
  ],
  open: async (context) => {
    const url = await context.database('track')
    const product = await startBenchProduct(context, { DATABASE_URL: url })
    const profileId = await demoProfileOf(product)
    const noOp = await startPeer(context, 'no-op-server')
    const requests = context.scaled(REQUESTS)
    const measure = async (server: typeof noOp): Promise<Figures> => {
      const [node, postgres] = [server.cpuMicros(), serverMicros(context)]
      const { seconds } = await sendClicks({ url: server.url, profileId }, requests)
      return {
        rate: requests / seconds,
        cpu: (server.cpuMicros() - node) / requests,
        server: (serverMicros(context) - postgres) / requests,
      }
    }
    const recorded = () => withConnection(url, (client) => client.query<{ n: string }>(COUNT))
    const measureProduct = async (): Promise<Figures> => {
      const { rows: before } = await recorded()
      const figures = await measure(product)
      await product.caughtUp()
      const grown = Number((await recorded()).rows[0]!.n) - Number(before[0]!.n)
      if (grown !== requests) throw new Error(`${requests} clicks were acknowledged, ${grown} were recorded`)
      return figures
    }
    for (const server of [product, noOp])
      await sendClicks({ url: server.url, profileId }, context.scaled(WARM_UP_REQUESTS))
    await product.caughtUp()
    return { 'no-op': () => measure(noOp), product: measureProduct }
  },
}

// Seals of the record lie among them.
const COUNT = `select count(*) as n from log.events where type = 'LinkClicked'`

const REQUESTS_A_ROUND = 6_000

/** The way of a click from the socket to the batch alone, beside the same Express: steady on a busy machine too. */
const call: BenchPart = {
  name: 'call',
  judged: [
    {
      title: 'Node CPU ÷ no-op Express, without a database',
      metric: 'cpu',
      of: 'click',
      by: 'no-op',
      atMost: 0.45,
    },
  ],
  rounds: 25,
  open: async (context) => {
    const requests = context.scaled(REQUESTS_A_ROUND)
    const profileId = randomUUID()
    const opened = async (name: string) => {
      const server = await startPeer(context, name)
      await sendClicks({ url: server.url, profileId }, context.scaled(REQUESTS))
      return async (): Promise<Figures> => {
        const before = server.cpuMicros()
        await sendClicks({ url: server.url, profileId }, requests)
        return { cpu: (server.cpuMicros() - before) / requests }
      }
    }
    return { click: await opened('click-server'), 'no-op': await opened('no-op-server') }
  },
}

async function startPeer({ ownDist, folder, onClose }: Context, name: string) {
  const child = startChild(join(ownDist, `${name}.js`), folder)
  onClose(child.stop)
  const [, url = ''] = await child.untilOutput(/listening on (\S+)/)
  return { ...child, url }
}

export const BENCH_PARTS: readonly BenchPart[] = [
  track,
  call,
  append,
  catchUp,
  rebuild,
  dashboard,
  page,
  processes,
  day,
]
