import type { AdminRequest, AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { useState } from 'react'
import { refusalFrom } from '../../../../app/refusal.ts'
import { minuteLabel } from '../../../../ui/wording/exact-time.ts'
import type { SheetSteps } from '../../sheet/ListWithSheet.tsx'
import { SheetFailure, SheetSkeleton, SideSheet } from '../../sheet/SideSheet.tsx'
import { useRequestQuery } from './request-api.ts'
import { REQUEST_NAMES } from '../request-words.ts'
import { RequestActions } from './RequestActions.tsx'
import { RequestDetails } from './RequestDetails.tsx'
import { RequestStatus } from '../RequestStatus.tsx'
import './request-sheet.css'

interface RequestSheetProps {
  readonly wide: boolean
  readonly id: string
  /** As the list has it, before the request is read. */
  readonly listed: AdminRequest | undefined
  readonly steps: SheetSteps
}

const STEPS = ['Solicitud anterior', 'Solicitud siguiente'] as const

export function RequestSheet({ wide, id, listed, steps }: RequestSheetProps) {
  const { currentData: request, isError, error, isFetching, refetch } = useRequestQuery(id)
  const [chosen, setChosen] = useState<string>()
  const isGone = refusalFrom(error)?.code === 'not-found'
  const shown = isGone ? undefined : (request ?? listed)
  return (
    <SideSheet
      wide={wide}
      line={id}
      title={shown ? titleOf(shown) : 'Solicitud'}
      subtitle={shown && <Subtitle request={shown} />}
      stepLabels={STEPS}
      steps={steps}
      actions={request && !isGone && <Actions request={request} chosen={chosen} wide={wide} />}
    >
      {request && !isGone ? (
        <RequestDetails request={request} chosen={chosen} onChoose={setChosen} wide={wide} />
      ) : isError && !isFetching ? (
        <SheetFailure
          error={error}
          gone="Esa solicitud no existe, o ya no se guarda. Revisa el enlace, o elige una de la lista."
          failed="No pudimos cargar la solicitud."
          onRetry={() => void refetch()}
        />
      ) : (
        <SheetSkeleton />
      )}
    </SideSheet>
  )
}

const titleOf = ({ kind, who }: AdminRequest): string =>
  who === null ? REQUEST_NAMES[kind] : `${REQUEST_NAMES[kind]} de ${isolated(who)}`

const Subtitle = ({ request }: { readonly request: AdminRequest }) => (
  <>
    <time dateTime={request.received_at}>{minuteLabel(Date.parse(request.received_at))}</time>
    <RequestStatus request={request} />
  </>
)

interface ActionsProps {
  readonly request: AdminRequestDetail
  readonly chosen: string | undefined
  readonly wide: boolean
}

const Actions = ({ request, chosen, wide }: ActionsProps) => (
  <RequestActions
    key={request.id}
    request={request}
    person={request.people.find(({ id }) => id === chosen)}
    wide={wide}
  />
)
