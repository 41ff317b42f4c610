import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { useState } from 'react'
import { refusalFrom, refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { useDecideRequestMutation, type RequestAct } from './request-api.ts'

const FAILED = 'No pudimos guardarlo. Revisa tu conexión y prueba otra vez.'
/** Another try is refused alike; what is true now is read again. */
const FINAL: readonly (string | undefined)[] = ['conflict', 'not-found']

/** One of an administrator's acts on a request. @param onDone also after a refusal that stays one */
export function useDecideRequest(id: string, onDone: () => void) {
  const [decide, { isLoading }] = useDecideRequestMutation()
  const [failure, setFailure] = useState<string>()
  const say = useSay()
  const run = async (act: RequestAct, doneText: (request: AdminRequest) => string): Promise<void> => {
    setFailure(undefined)
    const { data, error } = await decide({ id, act })
    const isFinal = data !== undefined || FINAL.includes(refusalFrom(error)?.code)
    if (!isFinal) return setFailure(refusalText(error, FAILED))
    say(data === undefined ? `Error: ${refusalText(error, FAILED)}` : doneText(data))
    onDone()
  }
  return { run, isLoading, failure, forget: () => setFailure(undefined) }
}
