import { isolated } from '@app/contracts/fields/names.ts'
import { Phone } from 'lucide-react'
import { Modal } from '../../ui/Modal.tsx'
import { countedText, countLabel } from '../../ui/wording/figures.ts'
import { phoneLinks } from '@app/contracts/fields/phone.ts'
import { VisitorHead, type ListedVisitor } from './VisitorsPanel.tsx'

interface VisitorsDialogProps {
  readonly onOpenChange: (open: boolean) => void
  readonly visitors: readonly ListedVisitor[]
  readonly total: number
  readonly nowMs: number
}

const REACH_LINK =
  'inline-flex min-h-6 items-center gap-1 font-semibold text-accent hover:underline pointer-coarse:min-h-11'

function Reach({ visitor: { name, phone } }: { readonly visitor: ListedVisitor }) {
  const links = phoneLinks(phone)
  if (!links) return phone === '' ? null : <p className="text-ink-2 tabular-nums wrap-anywhere">{phone}</p>
  return (
    <p className="flex flex-wrap gap-x-4">
      <a
        href={links.tel}
        aria-label={`Llamar a ${isolated(name)}, ${links.text}`}
        className={`${REACH_LINK} tabular-nums`}
      >
        <Phone aria-hidden="true" size={14} strokeWidth={1.9} />
        {links.text}
      </a>
      {links.whatsapp !== undefined && (
        <a
          href={links.whatsapp}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp con ${isolated(name)}, abre en otra aplicación`}
          className={REACH_LINK}
        >
          WhatsApp
        </a>
      )}
    </p>
  )
}

interface LineProps extends Pick<VisitorsDialogProps, 'nowMs'> {
  readonly visitor: ListedVisitor
}

const Line = ({ visitor, nowMs }: LineProps) => (
  <li className="@container border-t border-line py-1.5 [contain-intrinsic-size:auto_100px] [content-visibility:auto] first:border-0">
    <VisitorHead visitor={visitor} nowMs={nowMs} />
    <div className="grid gap-0.5 pl-[2.875rem] text-small @max-[9rem]:pl-0">
      {visitor.description !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
          {visitor.description}
        </p>
      )}
      <Reach visitor={visitor} />
    </div>
  </li>
)

export function VisitorsDialog({ onOpenChange, visitors, total, nowMs }: VisitorsDialogProps) {
  const some = total > visitors.length
  return (
    <Modal
      open
      onOpenChange={onOpenChange}
      title="Visitantes Identificados"
      description={
        some
          ? `Se muestran los ${countLabel(visitors.length)} más recientes de ${countLabel(total)}`
          : `${countedText(total, 'persona dijo su nombre', 'personas dijeron su nombre')}. Las más recientes primero`
      }
    >
      <section
        aria-label="Lista de visitantes"
        // Focusable, so that arrow keys scroll it. No negative margin: in WebKit it makes the dialog scroll sideways.
        tabIndex={0}
        className="h-[min(60dvh,560px)] overflow-y-auto overscroll-contain rounded-sm pr-3"
      >
        <ul>
          {visitors.map((visitor) => (
            <Line key={visitor.name} visitor={visitor} nowMs={nowMs} />
          ))}
        </ul>
      </section>
    </Modal>
  )
}
