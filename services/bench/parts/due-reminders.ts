import { createPool } from '@app/postgres/pool.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { dueStatus, listDue } from '@app/projections/subscriptions/queries.ts'
import type pg from 'pg'
import { timed, timesOf } from '../load/requests.ts'
import { fillPending } from '../load/pending-reminders.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { numberText, percentile } from '../report/statistics.ts'

const FEW = 10_000
const MANY = 1_000_000
const DUE = 500
/** As the service reads them. */
const PAGE = 200
const UNTIL_MS = Date.parse('2026-11-20T15:00:00.000Z')
const MEASURED = { timesMax: 1_000, ms: 10_000 }
const WARM_UP = { timesMax: 200, ms: 2_000 }

type Readers = ReadonlyMap<string, pg.Pool>

async function openReader(context: BenchContext, pending: number): Promise<pg.Pool> {
  const { backend, url } = await openOurBackend(context, `reminders_${pending}`)
  context.say(`${numberText(pending)} pending reminders are folded`)
  await fillPending(backend.projector, { pending, due: DUE, untilMs: UNTIL_MS })
  await withConnection(url, (client) => client.query('vacuum analyze'))
  const reader = createPool(url, { role: 'svc_reader', applicationName: 'bench', max: 2 })
  context.closing.add(() => reader.end())
  return reader
}

async function measure(readers: Readers, variant: string): Promise<Figures> {
  const db = readers.get(variant)!
  const listing = await p50Of(async () => {
    const due = await listDue(db, { reminder: 'first', subscribedUntilMs: UNTIL_MS, limit: PAGE })
    if (due.length !== PAGE) throw new Error(`${due.length} of ${PAGE} due reminders were listed`)
  })
  const counting = await p50Of(async () => {
    const { due } = await dueStatus(db, { first: UNTIL_MS, second: UNTIL_MS })
    if (due !== DUE) throw new Error(`${due} of ${DUE} due reminders were counted`)
  })
  return { list: listing, status: counting }
}

async function p50Of(query: () => Promise<void>): Promise<number> {
  const once = (): Promise<number> => timed(query)
  await timesOf(once, WARM_UP)
  return percentile(await timesOf(once, MEASURED), 50)
}

const [few, many] = [`due-${FEW}`, `due-${MANY}`]
const flat = (metric: string) => ({ metric, of: many, by: few, atMost: 1.3 })

export const dueRemindersPart = part<Readers>({
  name: 'due-reminders',
  title: 'Reminders: the due ones among many pending',
  how: `Databases of the product with ${numberText(FEW)} and ${numberText(MANY)} subscriptions whose first reminder is pending; in each ${DUE} of them are due. The product's own projection folded them in batches, without a log; then \`vacuum analyze\`. The measured queries are those of the service that sends: a page of ${PAGE} due ones in their order, and the number of due ones with the oldest of them. They run one at a time over one pool, up to ${numberText(MEASURED.timesMax)} after a warm-up. Each answer must be complete.`,
  peers: [],
  metrics: [
    { name: 'list', title: `a page of ${PAGE}, p50, ms`, digits: 3 },
    { name: 'status', title: 'how many, p50, ms', digits: 3 },
  ],
  variants: [
    { name: few, title: `${numberText(FEW)} pending` },
    { name: many, title: `${numberText(MANY)} pending` },
  ],
  aims: [
    { title: `a page, ${numberText(MANY)} ÷ ${numberText(FEW)}`, ...flat('list') },
    { title: `how many, ${numberText(MANY)} ÷ ${numberText(FEW)}`, ...flat('status') },
  ],
  open: async (context) =>
    new Map([
      [few, await openReader(context, FEW)],
      [many, await openReader(context, MANY)],
    ]),
  measure,
})
