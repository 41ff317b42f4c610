import type { Actor, EventStore } from '@app/contracts/event-store.ts'
import { erasureStream } from '@app/contracts/record.ts'
import { append, envelop, causeBy, type CommandContext, type Naming } from '../../kernel/commands.ts'
import type { DestroyedKey } from '../../kernel/keys/subject-keys.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { profilesMadeFor, subscriptionsMadeFor, type IdsMade } from '@app/projections/ids-made.ts'
import { evenFrozen } from '../../kernel/codec.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { createRightsLinks } from '../rights/rights-links.ts'

const PAGE = 100

/**
 * Ledger first, because a restored database does not undo it; then keys; then the log: read models drop their rows.
 * @param subjects a page of them: each step is one write for all @returns how many had anything to erase
 */
export async function shredAll(deps: Erasing, subjects: readonly string[], actor: Actor): Promise<number> {
  if (subjects.length === 0) return 0
  await record(deps, subjects)
  await deps.keys.destroy(...subjects)
  return publishAll(deps, actor, subjects)
}

export const shred = async (deps: Erasing, subject: string, actor: Actor): Promise<boolean> =>
  (await shredAll(deps, [subject], actor)) > 0

export const finishShredding = (deps: Erasing, actor: Actor): Promise<number> => publishAll(deps, actor)

async function record({ keys, ledger, now }: Erasing, subjects: readonly string[]): Promise<void> {
  const at = now().toISOString()
  const ids = await keys.idsOf(subjects)
  await ledger.record([...ids].map(([subject, keyId]) => ({ at, subject, keyId })))
}

async function publishAll(deps: Erasing, actor: Actor, subjects?: readonly string[]): Promise<number> {
  let count = 0
  for (;;) {
    const page = await deps.keys.unpublished({ max: PAGE, ...(subjects === undefined ? {} : { subjects }) })
    // At once, because the log commits waiting appends together.
    await Promise.all(page.map((key) => publish(deps, actor, key)))
    if (page.length > 0) await deps.keys.published(...page)
    count += page.length
    if (page.length < PAGE) return count
  }
}

/** One destroyed key is one stream and one event, so that repetitions are harmless. */
async function publish(deps: Erasing, actor: Actor, key: DestroyedKey): Promise<void> {
  const { erasureId, subject } = key
  const { reason } = deps
  const data = { subject, ...(reason === undefined ? {} : { reason }) }
  const event = envelop({ type: 'SubjectErased', data }, erasureId, causeBy(deps, actor))
  await append(deps.store, erasureStream(erasureId), 'noStream', [event])
}

type Opened = 'keys' | 'subjects' | 'storedImages' | 'ledger' | 'removeMails' | 'removeMailsBefore'

/** Erases and blocks. It reads even the words of frozen people, and shows them to nobody. */
export interface Erasing extends CommandContext, Naming, Pick<Ctx, Opened | 'links'> {
  readonly db: pg.Pool
  /** The search in it needs no keys. */
  readonly sealed: Pick<EventStore, 'readAll' | 'headPosition'>
  readonly profilesMadeFor: (ownerId: string) => Promise<IdsMade>
  readonly subscriptionsMadeFor: (
    profileId: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<IdsMade>
  readonly pause: (ms: number) => Promise<unknown>
  /** Absent if somebody requested it. A crash before the event may lose it. */
  readonly reason?: 'retention'
}

export type ErasingOwn = Erasing & Pick<Ctx, 'eraseOwn'>

type From = Pick<Ctx, Opened | 'sealed' | 'app' | 'projector' | 'store' | 'names' | 'now' | 'newId'>

export function erasingOf(from: From, pause: Erasing['pause'] = (ms) => sleep(ms)): Erasing {
  const { app: db, projector, keys, now } = from
  return {
    ...from,
    db,
    store: evenFrozen(from.store),
    profilesMadeFor: (ownerId) => profilesMadeFor(projector, ownerId),
    subscriptionsMadeFor: (profileId, page) => subscriptionsMadeFor(projector, profileId, page),
    links: createRightsLinks({ db, keys, now, random: randomBytes }),
    pause,
  }
}

const erasedKey = z.object({
  at: z.string(),
  subject: z.string(),
  /** Differs from the key of a person who came back under the same id. */
  keyId: z.string(),
})
export type ErasedKey = z.infer<typeof erasedKey>

/** Written before a key is destroyed; outside of the database, because an older backup of it still holds the key. */
export interface ErasureLedger {
  /** Durable when it resolves. */
  record(entries: readonly ErasedKey[]): Promise<void>
  read(): Promise<readonly ErasedKey[]>
}

export const createErasureLedger = (path: string): ErasureLedger => ({
  record: async (entries) => {
    if (entries.length === 0) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    try {
      // Starts a new line: a crash may have cut the last one short.
      await file.appendFile(entries.map((one) => `\n${JSON.stringify(one)}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  },
  read: async () => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      return ''
    })
    return text.split('\n').flatMap(entryIn)
  },
})

function entryIn(line: string): readonly ErasedKey[] {
  if (line === '') return []
  try {
    return [erasedKey.parse(JSON.parse(line))]
  } catch {
    return [] // cut short by a crash, before anything followed from it
  }
}
