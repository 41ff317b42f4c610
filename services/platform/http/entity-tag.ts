import { Refusal } from '@app/contracts/refusals.ts'

export const revisionTag = (revision: bigint): string => `"${revision}"`

// A proxy that compresses an answer makes its tag weak; the revision is the same.
const REVISION_TAG = /^(?:W\/)?"(\d{1,18})"$/

/** Undefined: any revision. @throws Refusal invalid */
export function expectedRevision(ifMatch: string | undefined): bigint | undefined {
  const tag = ifMatch?.trim()
  if (tag === undefined || tag === '*') return undefined
  const [, revision] = REVISION_TAG.exec(tag) ?? []
  if (revision === undefined)
    throw new Refusal('invalid', 'El encabezado If-Match debe llevar el ETag del perfil, por ejemplo "3".')
  return BigInt(revision)
}
