import { StartError } from '@app/contracts/start-error.ts'
import { witnessOf, type Witness } from './checkpoint.ts'
import { NoteRefused } from './signed-note.ts'

/** Whose cosignatures count. @throws StartError for a key that is none */
export function witnessIn({
  witness,
}: {
  readonly witness?: { readonly key: string } | undefined
}): Witness | undefined {
  try {
    return witness && witnessOf(witness.key)
  } catch (cause) {
    if (!(cause instanceof NoteRefused)) throw cause
    throw new StartError('WITNESS_KEY: no es la clave pública de un testigo; cópiala como él la muestra.', {
      cause,
    })
  }
}
