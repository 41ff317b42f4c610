import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { PastPhone } from '../../history/PastPhone.tsx'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { DialogClose } from '../../../ui/overlays/DialogClose.tsx'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import type { PastEntity } from './event-api.ts'

interface PastEntityDialogProps {
  readonly past: PastEntity
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** A profile or an account, as it was right after an event. */
export function PastEntityDialog({ past: { profile, account }, open, onOpenChange }: PastEntityDialogProps) {
  const at = profile?.at ?? account?.at
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      className="past-entity fixed top-1/2 left-1/2 z-40 grid -translate-1/2 animate-[rise_var(--dur-3)_var(--ease-out)] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto rounded-[28px] bg-surface shadow-modal ring-1 ring-line"
    >
      <Dialog.Title className="past-entity-title pr-9 tabular-nums">
        {at === undefined ? 'Ya no se puede ver' : `Así estaba el ${minuteLabel(Date.parse(at))}`}
      </Dialog.Title>
      {profile && <PastPhone profile={profile.profile} />}
      {account && <AccountFacts account={account} />}
      {!profile && !account && <ErasedChip />}
      <div className="absolute top-4 right-4">
        <DialogClose />
      </div>
    </DialogFrame>
  )
}

const yesNo = (is: boolean): string => (is ? 'Sí' : 'No')

function AccountFacts({ account }: { readonly account: NonNullable<PastEntity['account']> }) {
  return (
    <dl className="past-account text-small">
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
