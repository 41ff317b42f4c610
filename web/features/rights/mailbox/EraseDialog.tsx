import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { Archive, ChartNoAxesColumn, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useDialogCall } from '../../../app/use-dialog-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { useEraseKeptMutation } from './mailbox-api.ts'
import './kept.css'

interface EraseDialogProps {
  readonly mailboxKey: string
  /** Of one thing; all of them without it. */
  readonly id?: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly verb: string
  /** As `el recordatorio y las dos cotizaciones`. */
  readonly goes: string
  readonly isOne: boolean
  readonly hasAccount: boolean
  readonly onErased?: (message: string) => void
}

interface RowProps {
  readonly icon: LucideIcon
  readonly children: ReactNode
}

const Row = ({ icon: Icon, children }: RowProps) => (
  <li>
    <Icon aria-hidden="true" size={20} strokeWidth={1.9} />
    <p>{children}</p>
  </li>
)

const STRONG = 'font-[650] text-ink'
const ALL_WORDS = ': nombre, teléfono, correo y comentarios.'
const ONE_WORDS = ', con lo que escribiste.'

/** The initial focus is on Cancelar. Stays open while the server erases: the progress is in it. */
export function EraseDialog(props: EraseDialogProps) {
  const { mailboxKey, id, open, onOpenChange, title, verb, goes, isOne, hasAccount, onErased } = props
  const [erase, state] = useEraseKeptMutation()
  const { error, isLoading } = state
  const { change, run } = useDialogCall(state, onOpenChange)
  const confirm = async () => {
    const asked = erase({ key: mailboxKey, ...(id !== undefined && { id }) })
    const erased = await run(asked, ({ message }) => message)
    if (erased) onErased?.(erased.message)
  }
  return (
    <Modal open={open} onOpenChange={change} title={title}>
      <ul className="kept-goes">
        <Row icon={Trash2}>
          <b className={STRONG}>{isOne ? 'Se borra' : 'Se borran'}</b>
          <span> </span>
          {goes}
          <span>{id === undefined ? ALL_WORDS : ONE_WORDS}</span>
          <span>{hasAccount && ' Tus perfiles dejan de verse, con sus imágenes y enlaces.'}</span>
        </Row>
        <Row icon={ChartNoAxesColumn}>
          <b className={STRONG}>Quedan las cifras,</b> sin decir de quién son.
        </Row>
        <Row icon={Archive}>
          En los respaldos deja de poder leerse en {RETENTION.copiesHours} horas.{' '}
          <b className={STRONG}>No se puede deshacer.</b>
        </Row>
      </ul>
      {error !== undefined && !isLoading && (
        <Notice tone="danger">{refusalText(error, 'No pudimos borrar.')}</Notice>
      )}
      <div className="grid gap-2.5 min-[24rem]:grid-cols-2">
        <Button size="lg" disabled={isLoading} onClick={() => change(false)}>
          Cancelar
        </Button>
        <Button kind="danger" size="lg" busy={isLoading} onClick={() => void confirm()}>
          {isLoading ? 'Borrando...' : verb}
        </Button>
      </div>
    </Modal>
  )
}
