import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/ConfirmDialog.tsx'
import { refusalFrom, refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { ownerWords } from './owner-words.ts'
import { useDecideOwnerRequestMutation } from './owner-requests-api.ts'

const FAILED = 'No pudimos guardar tu respuesta. Revisa tu conexión y prueba otra vez.'
/** Somebody else answered before, or it is gone. */
const FINAL: readonly (string | undefined)[] = ['conflict', 'not-found']

/** @param onDone also after a refusal that stays one */
function useOwnerAnswer({ id, kind }: OwnerRequest, onDone: () => void) {
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

interface OwnerAnswersProps {
  readonly request: OwnerRequest
  /** Whose words they are. */
  readonly candidate: string | undefined
  readonly onDone: () => void
}

export function OwnerAnswers({ request, candidate, onDone }: OwnerAnswersProps) {
  const { kind, candidates } = request
  const [isAsked, setAsked] = useState(false)
  const { answer, isConfirming, isDenying, failure } = useOwnerAnswer(request, onDone)
  const confirm = () => void answer(candidate)
  return (
    <div className="owner-request-answers">
      {candidate === undefined && (
        <p className="text-small text-ink-2">
          {candidates.length === 0
            ? 'Nadie que te haya dejado sus datos coincide.'
            : 'Elige primero quién es.'}
        </p>
      )}
      {failure !== undefined && !isAsked && <Notice tone="danger">{failure}</Notice>}
      <div className="owner-request-buttons">
        {candidates.length > 0 && (
          <Button
            kind="primary"
            disabled={candidate === undefined || isDenying}
            busy={isConfirming}
            onClick={kind === 'erasure' ? () => setAsked(true) : confirm}
          >
            Sí, es
          </Button>
        )}
        <Button disabled={isConfirming} busy={isDenying} onClick={() => void answer(undefined)}>
          No la conozco
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="¿Borrar lo que te dejó?"
        consequence="No se puede deshacer. Tus cifras quedan, sin decir de quién son."
        verb="Sí, borrar"
        busyVerb="Borrando..."
        busy={isConfirming}
        failure={failure}
        onConfirm={confirm}
      />
    </div>
  )
}
