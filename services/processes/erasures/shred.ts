import type { Actor } from '@app/contracts/event-store.ts'
import { erasureStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import type { ErasureLedger } from '@app/vault/erasure-ledger.ts'
import type { DestroyedKey } from '@app/vault/keys/destroyed-keys.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { causeBy, type CommandContext } from '../command-context.ts'

export interface ShredDeps extends CommandContext {
  readonly keys: SubjectKeys
  readonly ledger: ErasureLedger
}

type PublishDeps = Omit<ShredDeps, 'ledger'>

const PAGE = 100

/**
 * Ledger first, because a restored database does not undo it. Then the key, so that late appends under it are
 * unreadable. Then the log, upon which read models drop their rows. `finishShredding` completes it after a crash.
 * @returns whether there was anything to erase
 */
export async function shred(deps: ShredDeps, subject: string, actor: Actor): Promise<boolean> {
  await record(deps, subject)
  await deps.keys.destroy(subject)
  return (await publishAll(deps, actor, subject)) > 0
}

export const finishShredding = (deps: PublishDeps, actor: Actor): Promise<number> => publishAll(deps, actor)

async function record({ keys, ledger, now }: ShredDeps, subject: string): Promise<void> {
  const keyId = (await keys.idsOf([subject])).get(subject)
  if (keyId !== undefined) await ledger.record([{ at: now().toISOString(), subject, keyId }])
}

async function publishAll(deps: PublishDeps, actor: Actor, subject?: string): Promise<number> {
  let count = 0
  for (;;) {
    const page = await deps.keys.unpublished({ max: PAGE, ...(subject === undefined ? {} : { subject }) })
    for (const key of page) await publish(deps, actor, key)
    count += page.length
    if (page.length < PAGE) return count
  }
}

/** One destroyed key is one stream and one event, so that repetitions are harmless. */
async function publish(deps: PublishDeps, actor: Actor, key: DestroyedKey): Promise<void> {
  const { erasureId, subject } = key
  const event = envelop({ type: 'SubjectErased', data: { subject } }, erasureId, causeBy(deps, actor))
  await deps.store.append(erasureStream(erasureId), 'noStream', [event])
  await deps.keys.published(key)
}
