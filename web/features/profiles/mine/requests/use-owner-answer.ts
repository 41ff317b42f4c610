import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { refusalFrom, refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { ownerWords } from './owner-words.ts'
import { useDecideOwnerRequestMutation } from './owner-requests-api.ts'

const FAILED = 'No pudimos guardar tu respuesta. Revisa tu conexión y prueba otra vez.'
/** Somebody else answered before, or it is gone. */
const FINAL: readonly (string | undefined)[] = ['conflict', 'not-found']

/** @param onDone also after a refusal that stays one */
export function useOwnerAnswer({ id, kind }: OwnerRequest, onDone: () => void) {
  const [decide, { isLoading, originalArgs, error }] = useDecideOwnerRequestMutation()
  const say = useSay()
  const answer = async (candidate: string | undefined): Promise<void> => {
    const { error: failed } = await decide({ id, candidate })
    const isFinal = failed === undefined || FINAL.includes(refusalFrom(failed)?.code)
    if (!isFinal) return
    const done = candidate === undefined ? 'Gracias. Lo revisa el equipo.' : ownerWords(kind).done
    say(failed === undefined ? done : `Error: ${refusalText(failed, FAILED)}`)
    onDone()
  }
  const isConfirming = originalArgs?.candidate !== undefined
  return {
    answer,
    isConfirming: isLoading && isConfirming,
    isDenying: isLoading && !isConfirming,
    failure: error === undefined || isLoading ? undefined : refusalText(error, FAILED),
  }
}
