import type { Actor } from '@app/contracts/event-store.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { largestSealOf } from './last-seal.ts'
import { givenUpText } from './seal-event.ts'
import { trustedKeys, type SignedHead } from './seal-head.ts'
import type { SealerDeps } from './sealer.ts'
import { EMPTY_ROOT } from '../tree/merkle-tree.ts'

/** The chain of seals goes on from the last one of a restored log. The event first: a crash in between gives the head up again. */
export async function giveUpHead(
  { log, tree, signer, head: kept, now, newId }: SealerDeps,
  head: SignedHead,
  actor: Actor,
): Promise<void> {
  const { seal, vkey, expected } = await largestSealOf({ log, tree }, trustedKeys(signer.vkey, head))
  const given = {
    size: String(head.size),
    root: head.root.toString('base64'),
    vkey: head.vkey,
    sealedAt: head.sealedAt,
  }
  const signature = signer.sign(givenUpText(signer.name, given)).toString('base64')
  const id = newId()
  const type = 'RestoredLogAccepted'
  const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  const event = { id, type, version: definitionOf(type).version, data: { ...given, signature }, meta }
  await log.append(LOG_SEALS_STREAM, expected, [event])
  const { size, root } = seal ?? { size: 0, root: EMPTY_ROOT }
  // Its time stays: seals of what was given up are not later than it, and those that follow are.
  await kept.replace({ size, root, vkey: vkey ?? signer.vkey, sealedAt: head.sealedAt })
}
