import type { MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'
import { BadgeCheck, BellOff, Download, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useDialogCall } from '../../../app/use-dialog-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { EmailText } from '../../../ui/people/EmailText.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { useMailboxFileMutation, useObjectMailboxMutation } from './mailbox-api.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { everythingText } from './kept-texts.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

interface ObjectDialogProps {
  readonly mailboxKey: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

function ObjectDialog({ mailboxKey, open, onOpenChange }: ObjectDialogProps) {
  const [object, state] = useObjectMailboxMutation()
  const { error, isLoading } = state
  const { change, run } = useDialogCall(state, onOpenChange)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title="¿No escribirte más?"
      consequence="Cancela los recordatorios y avisos a este correo, de ahora y de después. Tus datos quedan."
      verb="No me escriban más"
      busyVerb="Anotando..."
      busy={isLoading}
      failure={error && refusalText(error, 'No pudimos anotarlo.')}
      onConfirm={() => void run(object(mailboxKey), ({ message }) => message)}
    />
  )
}

interface WholeActionsProps {
  readonly mailboxKey: string
  readonly data: MailboxData
  /** Of everything. The link may have ended with it. */
  readonly onErased: (message: string) => void
}

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.9 } as const

/** What can be done with everything at once. */
export function WholeActions({ mailboxKey, data, onErased }: WholeActionsProps) {
  const whole = useRef<HTMLElement>(null)
  useKeptFocus(whole)
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-label="Quién eres y qué puedes hacer con todo"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 outline-none lg:gap-[22px]"
    >
      <p className="flex gap-2.5 text-[1rem] leading-[1.42] text-ink-2">
        <BadgeCheck
          aria-hidden="true"
          size={20}
          strokeWidth={1.9}
          className="mt-[2px] flex-none text-success"
        />
        <span>
          Datos que prueba <b className="block font-[650] wrap-anywhere text-ink">{data.email}</b>
        </span>
      </p>
      <div className="card mailbox-box">
        {data.things_total > 0 && <Downloads mailboxKey={mailboxKey} />}
        <Objection mailboxKey={mailboxKey} objectedAt={data.objected_at} />
        {data.things_total > 0 && <EraseAll mailboxKey={mailboxKey} data={data} onErased={onErased} />}
      </div>
    </section>
  )
}

function Downloads({ mailboxKey }: Pick<WholeActionsProps, 'mailboxKey'>) {
  const [download, { error, isLoading }] = useMailboxFileMutation()
  const say = useSay()
  const save = async () => {
    const { error: failed } = await download(mailboxKey)
    if (!failed) say('Datos descargados')
  }
  return (
    <div>
      <Button icon={<Download {...ICON} />} busy={isLoading} onClick={() => void save()}>
        Descargar todo
      </Button>
      {error !== undefined && !isLoading && (
        <Notice tone="danger">{refusalText(error, 'No pudimos preparar tus datos.')}</Notice>
      )}
    </div>
  )
}

interface ObjectionProps extends Pick<WholeActionsProps, 'mailboxKey'> {
  readonly objectedAt: string | null
}

function Objection({ mailboxKey, objectedAt }: ObjectionProps) {
  const [open, setOpen] = useState(false)
  if (objectedAt !== null)
    return (
      <p className="mailbox-objected">
        <BellOff {...ICON} />
        <span>
          Desde el <time dateTime={objectedAt}>{minuteLabel(Date.parse(objectedAt))}</time> no te escribimos.
        </span>
      </p>
    )
  return (
    <div>
      <Button aria-haspopup="dialog" icon={<BellOff {...ICON} />} onClick={() => setOpen(true)}>
        No me escriban más
      </Button>
      <p className="hint">Cancela recordatorios y avisos. Tus datos quedan.</p>
      <ObjectDialog mailboxKey={mailboxKey} open={open} onOpenChange={setOpen} />
    </div>
  )
}

function EraseAll({ mailboxKey, data, onErased }: WholeActionsProps) {
  const [open, setOpen] = useState(false)
  const hasAccount = data.things.some(({ kind }) => kind === 'account')
  return (
    <div>
      <Button
        kind="quiet-danger"
        aria-haspopup="dialog"
        icon={<Trash2 {...ICON} />}
        onClick={() => setOpen(true)}
      >
        Borrar todo
      </Button>
      <p className="hint">Quedan las cifras, sin decir de quién son.</p>
      <EraseDialog
        mailboxKey={mailboxKey}
        open={open}
        onOpenChange={setOpen}
        title={
          <>
            <span>¿Borrar todo lo de </span>
            <EmailText email={data.email} />
            <span>?</span>
          </>
        }
        verb="Borrar todo"
        goes={everythingText(data)}
        isOne={data.things_total === 1}
        hasAccount={hasAccount}
        onErased={onErased}
      />
    </div>
  )
}
