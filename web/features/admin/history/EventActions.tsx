import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useId, useState, type ReactNode } from 'react'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'
import { RestoreSummary } from '../../history/RestoreSummary.tsx'
import { useRestore } from '../../history/use-restore.ts'
import { useIsConnected } from '../../../app/connection/use-connection.ts'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { usePastEntityQuery, type PastEntity } from './event-api.ts'
import { PastEntityDialog } from './PastEntityDialog.tsx'

type EventActionsProps = Pick<HistoryEntry, 'position' | 'version' | 'entity'>

const VIEWS = { profile: 'Ver el perfil en este momento', account: 'Ver la cuenta en este momento' } as const
const EXPEDIENTES = { profile: '/profile', account: '/account' } as const

const GONE = 'Ya no se puede ver.'
const FAILED = 'No pudimos leer ese momento.'

/** Of profiles and accounts. What was erased can't be seen any more, and is not restored. */
export function EventActions({ position, version, entity }: EventActionsProps) {
  const { kind, id } = entity
  if (kind !== 'profile' && kind !== 'account') return null
  return (
    <footer className="event-actions grid gap-2 border-t border-line bg-surface">
      <Moment key={position} position={position} hasVersion={version !== null} kind={kind} id={id} />
    </footer>
  )
}

interface MomentProps {
  readonly position: string
  /** Events of other streams make none: there is nothing to ask for. */
  readonly hasVersion: boolean
  readonly kind: 'profile' | 'account'
  readonly id: string
}

function Moment({ position, hasVersion, kind, id }: MomentProps) {
  const { currentData: past, isFetching, error } = usePastEntityQuery(hasVersion ? position : skipToken)
  const [isOpen, setOpen] = useState(false)
  const isSeen = past !== undefined && (past.profile !== null || past.account !== null)
  const expediente = (
    <ExpedienteButton
      wanted={{ url: `${EXPEDIENTES[kind]}/${id}/expediente`, name: `expediente_${id}.jsonl` }}
      isPlain
      className="event-action w-full"
    />
  )
  return (
    <>
      <Button
        kind="primary"
        disabled={!isSeen}
        busy={isFetching}
        onClick={() => setOpen(true)}
        className="event-view w-full"
      >
        {VIEWS[kind]}
      </Button>
      {past && <PastEntityDialog past={past} open={isOpen} onOpenChange={setOpen} />}
      {past?.profile ? <Restore past={past.profile} profileId={id} expediente={expediente} /> : expediente}
      {!isFetching && !isSeen && (
        <p className="text-micro leading-[1.4] text-ink-3">
          {error !== undefined
            ? refusalText(error, FAILED)
            : hasVersion
              ? GONE
              : `Este evento no cambia ${kind === 'profile' ? 'el perfil' : 'la cuenta'}.`}
        </p>
      )}
    </>
  )
}

interface RestoreProps {
  readonly past: NonNullable<PastEntity['profile']>
  readonly profileId: string
  readonly expediente: ReactNode
}

const ADDS = 'Restaurar una anterior agrega eventos; no borra ninguno.'

function Restore({ past, profileId, expediente }: RestoreProps) {
  const id = useId()
  const isConnected = useIsConnected()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, restore } = useRestore(profileId, () => setAsked(false))
  const reason = past.is_newest ? 'Ya es la versión de hoy.' : isConnected ? undefined : 'Sin conexión.'
  return (
    <>
      <div className="event-action-pair grid gap-2">
        {expediente}
        <Button
          size="sm"
          disabled={reason !== undefined}
          aria-describedby={id}
          onClick={() => setAsked(true)}
          className="event-action"
        >
          Restaurar esta versión
        </Button>
      </div>
      <p id={id} className="text-micro leading-[1.4] text-ink-3">
        {reason === undefined ? ADDS : `${reason} ${ADDS}`}
      </p>
      <RestoreQuestion
        past={past}
        isBusy={isBusy}
        open={isAsked}
        onOpenChange={setAsked}
        onRestore={() => restore(past)}
      />
    </>
  )
}

interface RestoreQuestionProps {
  readonly past: NonNullable<PastEntity['profile']>
  readonly isBusy: boolean
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRestore: () => void
}

const RestoreQuestion = ({ past, isBusy, open, onOpenChange, onRestore }: RestoreQuestionProps) => (
  <Modal open={open} onOpenChange={onOpenChange} title="¿Restaurar esta versión?">
    <div className="flex flex-col">
      <RestoreSummary past={past} />
    </div>
    <div className="flex flex-wrap justify-end gap-2.5">
      <Button onClick={() => onOpenChange(false)}>Cancelar</Button>
      <Button kind="primary" busy={isBusy} onClick={onRestore}>
        {isBusy ? 'Restaurando...' : 'Restaurar'}
      </Button>
    </div>
  </Modal>
)
