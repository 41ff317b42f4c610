import { createFairLimiter } from '@app/concurrency/fair-limiter.ts'
import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { composeComprobante } from './compose-comprobante.ts'
import { personNamed, type EvidencePerson } from './person.ts'
import type { EvidenceDeps } from './evidence-deps.ts'

interface EvidenceReader {
  /** An account or a mailbox: they take turns. */
  readonly id: string
  readonly isOwner: boolean
}

export interface Evidence {
  /** @throws Refusal not-found, alike for unknown names and for people without words */
  find(name: string): Promise<EvidencePerson>
  proof(reader: EvidenceReader, person: EvidencePerson): Promise<Comprobante>
}

/** The owner's name as of an instant is folded from a stream that may be full: one at a time, readers in turn. */
const PROVED_AT_ONCE = 1
const PROOFS_WAITING_MAX = 50

/** What shows which text a person accepted. */
export function createEvidence(deps: EvidenceDeps): Evidence {
  const proofs = createFairLimiter({ atOnce: PROVED_AT_ONCE, waitingMax: PROOFS_WAITING_MAX })
  return {
    find: async (name) => {
      const person = await personNamed(deps.store, name)
      if (!(await isKnown(deps, person))) throw new Refusal('not-found')
      return person
    },
    proof: ({ id, isOwner }, person) => proofs.run(id, () => composeComprobante(deps, { person, isOwner })),
  }
}

/** A visitor without words is nobody in particular. */
async function isKnown({ store, db }: EvidenceDeps, person: EvidencePerson): Promise<boolean> {
  if (person.kind !== 'visitor') return (await store.head(person.subject)) !== 'noStream'
  const { profileId, visitorId } = person
  const { forms, named } = await leftByVisitor(db, { profileId, visitorId, momentsMax: 0, formsMax: 1 })
  return forms.length > 0 || named !== null
}
