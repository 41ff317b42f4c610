import { traffic } from '../../product/generator/traffic.ts'
import { createRandom, uuidOf } from '../../product/generator/random.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { dropBuild, listBuilds } from '../../kernel/models/builds.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type { Figures, BenchPart } from '../frame.ts'
import { fillLog } from '../load/in-flight.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'
import { appendToEmmett, emmettEventOf, openEmmett, projectByEmmett } from '../peers/emmett.ts'

const EVENTS = 100_000
const PROFILES = 1_000
const SEED = 20_261_120
const TRAFFIC = {
  seed: SEED,
  fromMs: Date.parse('2026-09-01T12:00:00.000Z'),
  toMs: Date.parse('2026-10-31T12:00:00.000Z'),
  identifiedPart: 0,
}
const EMMETT_EVENTS_AN_APPEND = 500

/** The traffic projection from no tables to the head of the log, beside emmett's one upsert an event in daily sums. */
export const catchUp: BenchPart = {
  name: 'catch-up',
  judged: [{ title: 'projected events/s ÷ emmett', metric: 'rate', of: 'ours', by: 'emmett', atLeast: 8 }],
  open: async (context) => {
    const random = createRandom(SEED)
    const profiles = Array.from({ length: PROFILES }, () => uuidOf(random))
    // Previews leave nothing in emmett's table: they would be work for nobody but the product.
    const generated = [...traffic({ ...TRAFFIC, events: context.scaled(EVENTS), profiles })].filter(
      ({ event }) => event.type !== 'PagePreviewed',
    )
    const [ourUrl, emmettUrl] = [await context.database('ours'), await context.database('emmett')]
    const backend = await openOurBackend(context, ourUrl)
    await fillLog({ log: backend.sealed }, generated)
    const emmett = await openEmmett(context, emmettUrl)
    // One append after the other: of appends that overlap, its consumer passes some events over.
    for (let from = 0; from < generated.length; from += EMMETT_EVENTS_AN_APPEND) {
      const events = generated.slice(from, from + EMMETT_EVENTS_AN_APPEND).map(emmettEventOf)
      await appendToEmmett(emmett, `traffic-${from}`, events)
    }
    // What the server would do by itself at some moment of the rounds.
    for (const url of [ourUrl, emmettUrl])
      await withConnection(url, (client) => client.query('vacuum analyze'))
    const { projector } = backend
    const projectOurs = async () => {
      for (const { name } of await listBuilds(projector)) await dropBuild(projector, name)
      const startedMs = performance.now()
      const stop = await startOurRunners(backend, [trafficProjection])
      const seconds = (performance.now() - startedMs) / 1_000
      await stop()
      const { rows } = await projector.query<{ n: string }>('select count(*) as n from read.traffic_facts')
      return { events: Number(rows[0]!.n), seconds }
    }
    const all = ({ events, seconds }: Awaited<ReturnType<typeof projectOurs>>): Figures => {
      if (events !== generated.length)
        throw new Error(`the read model holds ${events} of ${generated.length}`)
      return { rate: events / seconds }
    }
    let names = 0
    return {
      ours: async () => all(await projectOurs()),
      emmett: async () => all(await projectByEmmett(emmettUrl, `traffic_days_${(names += 1)}`)),
    }
  },
}
