import type { HistoryEntry } from '@app/contracts/audit.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useId, useState, type ReactNode } from 'react'
import { useIsConnected } from '../../../app/OfflineBanner.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErasedChip } from '../../../ui/history/TimelineLine.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { PastPhone, RestoreSummary, useRestore } from '../../history/RestoreSummary.tsx'
import { usePastEntityQuery, type PastEntity } from './use-history-list.ts'

const UNCHANGED = {
  profile: 'Este evento no cambia el perfil.',
  account: 'Este evento no cambia la cuenta.',
} as const

/** The profile or account as it was right after an event. What was erased cannot be shown any more, nor be restored. */
export function PastMoment({ position, version, entity }: HistoryEntry) {
  const { kind, id } = entity
  const hasVersion = version !== null && (kind === 'profile' || kind === 'account')
  const { currentData, isFetching, error } = usePastEntityQuery(hasVersion ? position : skipToken)
  if (kind !== 'profile' && kind !== 'account') return null
  if (!hasVersion) return <p className="pt-3.5 text-micro text-ink-3">{UNCHANGED[kind]}</p>
  if (isFetching) return <div className="skeleton mt-4 h-40" />
  const { profile, account } = currentData ?? {}
  const past = profile ?? account
  if (!past)
    return (
      <p className="pt-3.5 text-micro text-ink-3">
        {error === undefined ? 'Ya no se puede ver.' : refusalText(error, 'No pudimos leer ese momento.')}
      </p>
    )
  return (
    <section className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3.5">
      <h3 className="text-micro tracking-normal text-ink-2 tabular-nums">
        {`Así estaba el ${minuteLabel(Date.parse(past.at))}`}
      </h3>
      {profile && <PastPhone profile={profile.profile} />}
      {account && <AccountFacts account={account} />}
      {profile && <Restore past={profile} profileId={id} />}
    </section>
  )
}

const yesNo = (is: boolean): string => (is ? 'Sí' : 'No')

function AccountFacts({ account }: { readonly account: NonNullable<PastEntity['account']> }) {
  return (
    <dl className="divide-y divide-line text-small">
      <Fact name="Nombre">{account.name === null ? <ErasedChip /> : <bdi>{account.name}</bdi>}</Fact>
      <Fact name="Correo">{account.email ?? <ErasedChip />}</Fact>
      <Fact name="Activa">{yesNo(account.is_active)}</Fact>
      <Fact name="Activada con código">{yesNo(account.is_activated)}</Fact>
      <Fact name="Administración">{yesNo(account.is_admin)}</Fact>
      <Fact name="Perfiles">
        {account.profiles} de {account.max_profiles}
      </Fact>
      <Fact name="Versión">{account.version}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 py-2">
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0 font-[550] wrap-anywhere">{children}</dd>
  </div>
)

interface RestoreProps {
  readonly past: NonNullable<PastEntity['profile']>
  readonly profileId: string
}

const ADDS = 'Restaurar una anterior agrega eventos; no borra ninguno.'

function Restore({ past, profileId }: RestoreProps) {
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
