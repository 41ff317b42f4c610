import { randomBytes } from 'node:crypto'
import { setImmediate as nextTask } from 'node:timers/promises'
import { traffic, type GeneratedEvent } from '@app/generator/generate-traffic.ts'
import { createRandom } from '@app/generator/random.ts'
import { derivedIdKeys } from '@app/vault/keys/id-keys.ts'
import { sealEvent } from '@app/vault/seals/sealed-store.ts'
import pg from 'pg'
import { fillLog } from '../load/fill-log.ts'
import { EVENTS_OF_AN_ACCOUNT, makeAccounts, type Arrivals, type MadeAccount } from './accounts.ts'
import { populationOf, type Population } from './population.ts'
import { bytesForCopy, createCopyLines, openCopy } from './copy.ts'
import { withoutIndexes } from './indexes.ts'
import { openLogRows, type LogRows } from './log-rows.ts'
import { createNewKeys, type FillingKeys } from './new-keys.ts'
import type { FillProgress } from '../product/progress.ts'

export interface Filling {
  /** As the superuser; the product has run once, and nobody else writes. */
  readonly url: string
  readonly masterKey: Buffer
  /** Shared by all accounts: hashing so many passwords takes more than a day. */
  readonly passwordHash: string
  /** Includes the events that are there already. */
  readonly events: number
  readonly toMs: number
  readonly progress: FillProgress
}

export interface Filled {
  readonly population: Population
  readonly accounts: readonly MadeAccount[]
  readonly traffic: ReadonlyMap<string, number>
}

const SEED = 20_261_121
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const SETTLING_MS = 60 * DAY_MS
const ACCOUNTS_A_BATCH = 200
/** New accounts come before each slice of the year. */
const SLICES = 100

export async function fill(filling: Filling): Promise<Filled> {
  const clients = await connect(filling.url, 3)
  try {
    const [log, keys, credentials] = clients as [pg.Client, pg.Client, pg.Client]
    return await withoutIndexes(log, 'log.events', () => copyAll(filling, { log, keys, credentials }))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function connect(url: string, count: number): Promise<readonly pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) {
    client.on('error', () => undefined)
    await client.connect()
  }
  return clients
}

type Clients = Readonly<Record<'log' | 'keys' | 'credentials', pg.Client>>

async function copyAll(filling: Filling, clients: Clients): Promise<Filled> {
  const { rows } = await clients.log.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from log.events',
  )
  const head = BigInt(rows[0]!.head)
  const log = await openLogRows(clients.log, head)
  const keyLines = createCopyLines(
    await openCopy(clients.keys, 'vault.subject_keys (subject, wrapped_key, created_at)'),
  )
  const credentials = createCopyLines(
    await openCopy(
      clients.credentials,
      'vault.credentials (account_id, credential_id, password_hash, changed_at)',
    ),
  )
  const since = new Date(filling.toMs - YEAR_MS - SETTLING_MS).toISOString()
  const keys = createNewKeys({
    wrappedBy: filling.masterKey,
    random: randomBytes,
    onMade: (subject, wrapped) => keyLines.line(`${subject}\t${bytesForCopy(wrapped)}\t${since}`),
  })
  const filled = await tell(filling, { log, head, keys }, ({ id, credentialId }) =>
    credentials.line(`${id}\t${credentialId}\t${filling.passwordHash}\t${since}`),
  )
  await Promise.all([log.end(), keyLines.end(), credentials.end()])
  await clients.keys.query(UNDER_MASTER_KEY)
  return filled
}

/** Registers epoch 0: its keys are wrapped by the master key itself, and the product wraps them anew. */
const UNDER_MASTER_KEY = `
  insert into vault.key_epochs (epoch, sealed, began_at, losses, ended_at)
  select 0, '', began_at, losses, began_at from vault.key_epochs where ended_at is null
  on conflict do nothing`

interface Writing {
  readonly log: LogRows
  readonly head: bigint
  readonly keys: FillingKeys
}

/** Accounts from before the year, then each slice of the year after its new accounts. */
async function tell(
  { events, toMs, masterKey, progress }: Filling,
  { log, head, keys }: Writing,
  onAccount: (account: MadeAccount) => Promise<void>,
): Promise<Filled> {
  const population = populationOf(events)
  const accounts: MadeAccount[] = []
  const random = createRandom(SEED, 'people')
  const deps = { keys, randomBytes, random, idKeys: derivedIdKeys(masterKey) }
  const arrive = async (count: number, fromMs: number, untilMs: number): Promise<void> => {
    for (const arrivals of batchesOf({ from: accounts.length, count, fromMs, toMs: untilMs })) {
      const made = await makeAccounts(deps, arrivals)
      if (made.rows.length !== arrivals.count * EVENTS_OF_AN_ACCOUNT)
        throw new Error(`${arrivals.count} accounts made ${made.rows.length} events`)
      for (const one of made.accounts) await onAccount(one)
      for (const row of made.rows) await log.write(row)
      accounts.push(...made.accounts)
      progress.reached(log.written())
    }
  }
  const fromMs = toMs - YEAR_MS
  await arrive(population.settled, fromMs - SETTLING_MS, fromMs)
  const counts = new Map<string, number>()
  const year = yearOf({
    events: events - Number(head) - population.accounts * EVENTS_OF_AN_ACCOUNT,
    profiles: accounts.slice(0, population.visited).map(({ profileId }) => profileId),
    fromMs,
    toMs,
  })
  const sealing = {
    append: async (...[stream, expected, [event]]: Parameters<LogRows['append']>) =>
      log.append(stream, expected, [await sealEvent({ keys, random: randomBytes }, stream, event!)]),
  }
  for (const { slice, count } of slicesOf(year, counts)) {
    const sliceMs = fromMs + (YEAR_MS * slice) / SLICES
    const newcomers =
      Math.round(((population.accounts - population.settled) * (slice + 1)) / SLICES) + population.settled
    await arrive(newcomers - accounts.length, sliceMs, sliceMs + YEAR_MS / SLICES)
    await fillLog(sealing, count, () => undefined)
    progress.reached(log.written())
    // Yields, so that signals are handled.
    await nextTask()
  }
  return { population, accounts, traffic: counts }
}

function* batchesOf({ from, count, fromMs, toMs }: Arrivals): Generator<Arrivals> {
  const atMs = (nth: number): number => fromMs + ((toMs - fromMs) * nth) / count
  for (let done = 0; done < count; done += ACCOUNTS_A_BATCH) {
    const size = Math.min(ACCOUNTS_A_BATCH, count - done)
    yield { from: from + done, count: size, fromMs: atMs(done), toMs: atMs(done + size) }
  }
}

interface Year {
  readonly events: number
  readonly profiles: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}
const yearOf = (year: Year) => ({ events: year.events, generated: traffic({ ...year, seed: SEED }) })

function* slicesOf({ events, generated }: ReturnType<typeof yearOf>, counts: Map<string, number>) {
  for (let slice = 0; slice < SLICES; slice += 1) {
    const size = Math.floor((events * (slice + 1)) / SLICES) - Math.floor((events * slice) / SLICES)
    yield { slice, count: sliceOf(generated, size, counts) }
  }
}

function* sliceOf(
  generated: Iterator<GeneratedEvent>,
  size: number,
  counts: Map<string, number>,
): Generator<GeneratedEvent> {
  for (let n = 0; n < size; n += 1) {
    const next = generated.next()
    if (next.done === true) return
    const { profileId } = next.value.event.data
    if (typeof profileId !== 'string') throw new Error(`${next.value.stream} is of no profile`)
    counts.set(profileId, (counts.get(profileId) ?? 0) + 1)
    yield next.value
  }
}
