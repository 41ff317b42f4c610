import type { KeptThing } from '@app/contracts/privacy/rights-calls.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import type { ComponentProps } from 'react'
import { refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/say.ts'
import { ActButton } from './DataPage.tsx'
import { KeptCard } from './KeptCard.tsx'
import { useActOnMailboxMutation, type MailboxAct } from './kept-api.ts'

interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}

/** What no erasure undoes, and what it leaves. */
export const ERASED = `Quedan las cifras, sin decir de quién son. En los respaldos deja de poder leerse en ${RETENTION.copiesHours} horas. No se puede deshacer.`
export const ACCOUNT_ERASED = 'Tus perfiles dejan de verse, con sus imágenes y enlaces. '

/** One thing that is kept, with what the person may do about it. */
export function MailboxCard({ mailboxKey, thing }: ThingProps) {
  const { id, kind, title, blocked_since: blockedSince } = thing
  return (
    <KeptCard thing={thing}>
      {blockedSince === null ? (
        <MailboxButton
          act={{ key: mailboxKey, act: { act: 'block', id } }}
          verb="Bloquear"
          name={title}
          consequence="Nadie lo ve ni lo usa hasta que lo desbloquees, tampoco para escribirte. No se borra."
        />
      ) : (
        <UnblockButton mailboxKey={mailboxKey} thing={thing} />
      )}
      <MailboxButton
        act={{ key: mailboxKey, act: { act: 'erase', id } }}
        kind="quiet-danger"
        verb="Borrar"
        name={title}
        consequence={(kind === 'account' ? ACCOUNT_ERASED : '') + ERASED}
      />
    </KeptCard>
  )
}

function UnblockButton({ mailboxKey, thing: { id, title } }: ThingProps) {
  const [act, { isLoading }] = useActOnMailboxMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await act({ key: mailboxKey, act: { act: 'unblock', id } })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button aria-label={`Desbloquear: ${title}`} busy={isLoading} onClick={() => void press()}>
      Desbloquear
    </Button>
  )
}

interface MailboxButtonProps extends Omit<ComponentProps<typeof ActButton>, 'act' | 'state'> {
  readonly act: MailboxAct
}

export function MailboxButton({ act, ...button }: MailboxButtonProps) {
  const [run, state] = useActOnMailboxMutation()
  return <ActButton {...button} act={() => run(act)} state={state} />
}
