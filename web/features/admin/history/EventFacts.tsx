import type {
  HistoryEvent,
  FieldChange,
  HistoryEntity,
  HistoryEntry,
  PastProfile,
} from '@app/contracts/audit.ts'
import { CARD_OWNER, isolated } from '@app/contracts/fields/names.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { type ReactNode, useId, useState } from 'react'
import { ErasedChip } from '../../../ui/history/Sentence.tsx'
import { type HistoryQuery, actorText, entityId, entityText, ENTITY_NAMES } from './use-history-list.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useIsConnected } from '../../../app/OfflineBanner.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { minuteLabel } from '../../../ui/wording/date-time.ts'
import { usePastProfileQuery } from '../../history/history-api.ts'
import { PastPhone, RestoreSummary, useRestore } from '../../history/Restore.tsx'

interface FactsProps {
  readonly event: HistoryEvent
  readonly onFilter: (changed: Partial<HistoryQuery>) => void
}

const FACTS = 'grid grid-cols-[minmax(min(92px,30%),auto)_minmax(0,1fr)] gap-x-3 pt-2.5 text-small'

export function Facts({ event, onFilter }: FactsProps) {
  const { entity, actor } = event.entry
  const { consent } = event.event.data
  const accepted = typeof consent === 'string' && findConsentText(consent, isolated(CARD_OWNER))
  return (
    <dl className={FACTS}>
      <Fact name="Quién">{actorText(actor) ?? <ErasedChip />}</Fact>
      <Fact name={ENTITY_NAMES[entity.kind]}>
        <EntityName entity={entity} />
        <TextButton onClick={() => onFilter({ entity: entityId(entity) })}>Toda su vida</TextButton>
      </Fact>
      {accepted && <Fact name="Aceptó">{accepted}</Fact>}
    </dl>
  )
}

function EntityName({ entity }: { readonly entity: HistoryEntity }) {
  const text = entityText(entity)
  if (text === undefined) return <ErasedChip />
  if (entity.slug === null) return <span>{text}</span>
  return (
    <a href={text} target="_blank" rel="noreferrer" className="font-mono text-micro text-accent underline">
      {text}
    </a>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="min-h-7 pt-1 text-ink-3">{name}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5 pt-1 wrap-anywhere">
      {children}
    </dd>
  </>
)

interface TextButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

const TextButton = ({ onClick, children }: TextButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={
      'relative min-h-6 rounded-xs font-semibold text-accent hover:underline ' +
      'pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5'
    }
  >
    {children}
  </button>
)

export function Sides({ before, after, is_erased, is_blocked }: FieldChange) {
  if (is_erased)
    return (
      <dd className="rounded-sm bg-surface-2 px-2.5 py-[5px] ring-1 ring-line">
        <ErasedChip isBlocked={is_blocked} />
      </dd>
    )
  return (
    <>
      {before !== null && (
        <Side sign="−" label="Antes:" look="bg-danger-soft" colour="text-danger" text={before} />
      )}
      {after !== null && (
        <Side sign="+" label="Después:" look="bg-success-soft" colour="text-success" text={after} />
      )}
    </>
  )
}

interface SideProps {
  readonly sign: string
  readonly label: string
  readonly look: string
  readonly colour: string
  readonly text: string
}

const Side = ({ sign, label, look, colour, text }: SideProps) => (
  <dd
    className={`grid grid-cols-[22px_minmax(0,1fr)] py-[5px] pr-2.5 text-small first-of-type:rounded-t-sm last:rounded-b-sm forced-colors:border ${look}`}
  >
    <span className={`text-center font-[650] ${colour}`}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </span>
    <span dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </span>
  </dd>
)

/** The profile as it was right after an event. What was erased cannot be shown any more, nor be restored. */
export function PastMoment({ version, entity }: HistoryEntry) {
  const { kind, id } = entity
  const wanted = kind === 'profile' && version !== null ? { profileId: id, version } : skipToken
  const { currentData: past, isFetching, error } = usePastProfileQuery(wanted)
  if (wanted === skipToken) return null
  if (isFetching) return <div className="skeleton mt-4 h-40" />
  if (!past)
    return (
      <p className="pt-3.5 text-micro text-ink-3">{refusalText(error, 'No pudimos leer ese momento.')}</p>
    )
  return (
    <section className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3.5">
      <h3 className="text-micro tracking-normal text-ink-2 tabular-nums">
        {`Así estaba el ${minuteLabel(Date.parse(past.at))}`}
      </h3>
      <PastPhone profile={past.profile} />
      <Restore past={past} profileId={id} />
    </section>
  )
}

const ADDS = 'Restaurar una anterior agrega eventos; no borra ninguno.'

function Restore({ past, profileId }: { readonly past: PastProfile; readonly profileId: string }) {
  const id = useId()
  const isConnected = useIsConnected()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, restore } = useRestore(profileId, () => setAsked(false))
  const reason = past.is_newest ? 'Ya es la versión de hoy.' : isConnected ? undefined : 'Sin conexión.'
  return (
    <>
      <Button disabled={reason !== undefined} aria-describedby={id} onClick={() => setAsked(true)}>
        Restaurar esta versión
      </Button>
      <p id={id} className="text-micro text-ink-3">
        {reason === undefined ? ADDS : `${reason} ${ADDS}`}
      </p>
      <Modal open={isAsked} onOpenChange={setAsked} title="¿Restaurar esta versión?">
        <div className="flex flex-col">
          <RestoreSummary past={past} />
        </div>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={() => setAsked(false)}>Cancelar</Button>
          <Button kind="primary" busy={isBusy} onClick={() => restore(past)}>
            {isBusy ? 'Restaurando...' : 'Restaurar'}
          </Button>
        </div>
      </Modal>
    </>
  )
}
