import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { ChevronDown, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useDialogCall } from '../../../app/use-dialog-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { thingName } from './kept-texts.ts'
import { useBlockKeptMutation, useUnblockKeptMutation } from './mailbox-api.ts'

export interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}

function UnblockButton({ mailboxKey, thing }: ThingProps) {
  const [unblock, { isLoading }] = useUnblockKeptMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await unblock({ key: mailboxKey, id: thing.id })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button
      aria-label={`Desbloquear ${thingName(thing)}`}
      icon={<LockOpen aria-hidden="true" size={16} strokeWidth={1.9} />}
      busy={isLoading}
      onClick={() => void press()}
    >
      Desbloquear
    </Button>
  )
}

/** Hidden where no text was shown. */
function AcceptedText({ thing: { consent } }: { readonly thing: KeptThing }) {
  if (consent === null) return null
  return (
    <details className="kept-text">
      <summary>
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.9} />
        Ver el texto que aceptaste
      </summary>
      <blockquote>{consent.text}</blockquote>
      <p>
        <span>{`Lo aceptaste el ${minuteLabel(Date.parse(consent.at))}`}</span>
        {consent.position !== null && <span>{`Evento ${positionLabel(consent.position)}`}</span>}
      </p>
    </details>
  )
}

interface BlockDialogProps extends ThingProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

function BlockDialog({ mailboxKey, thing, open, onOpenChange }: BlockDialogProps) {
  const [block, state] = useBlockKeptMutation()
  const { error, isLoading } = state
  const { change, run } = useDialogCall(state, onOpenChange)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`¿Bloquear ${thingName(thing)}?`}
      consequence="Nadie lo ve ni lo usa hasta que lo desbloquees, tampoco para escribirte. No se borra, y lo desbloqueas desde aquí cuando quieras."
      verb="Bloquear"
      busyVerb="Bloqueando..."
      busy={isLoading}
      failure={error && refusalText(error, 'No pudimos bloquearlo.')}
      onConfirm={() => void run(block({ key: mailboxKey, id: thing.id }), ({ message }) => message)}
    />
  )
}

/** What can be done with one thing. */
export function KeptFoot(given: ThingProps) {
  const { mailboxKey, thing } = given
  const [dialog, setDialog] = useState<'block' | 'erase'>()
  const name = thingName(thing)
  const isBlocked = thing.blocked_since !== null
  const onOpenChange = (which: 'block' | 'erase') => (open: boolean) => setDialog(open ? which : undefined)
  return (
    <footer className="kept-foot grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3.5">
      {!isBlocked && <AcceptedText thing={thing} />}
      <div className="kept-actions flex flex-wrap gap-2 print:hidden">
        {isBlocked ? (
          <UnblockButton {...given} />
        ) : (
          <Button aria-label={`Bloquear ${name}`} aria-haspopup="dialog" onClick={() => setDialog('block')}>
            Bloquear
          </Button>
        )}
        <Button
          kind="quiet-danger"
          aria-label={`Borrar ${name}`}
          aria-haspopup="dialog"
          onClick={() => setDialog('erase')}
        >
          Borrar
        </Button>
      </div>
      <BlockDialog {...given} open={dialog === 'block'} onOpenChange={onOpenChange('block')} />
      <EraseDialog
        mailboxKey={mailboxKey}
        id={thing.id}
        open={dialog === 'erase'}
        onOpenChange={onOpenChange('erase')}
        title={`¿Borrar ${name}?`}
        verb="Borrar"
        goes={name}
        isOne
        hasAccount={thing.kind === 'account'}
      />
    </footer>
  )
}
