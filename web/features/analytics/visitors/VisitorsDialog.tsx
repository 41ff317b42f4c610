import { isolated } from '@app/contracts/fields/isolated.ts'
import { FileText, MessageCircle, Phone } from 'lucide-react'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { phoneLinks } from '../../../ui/wording/phone-links.ts'
import { PersonAvatar } from '../../../ui/people/PersonAvatar.tsx'
import { CameAt } from './CameAt.tsx'
import { ClickCount } from './ClickCount.tsx'
import { ContactBadge } from './ContactBadge.tsx'
import type { ListedVisitor } from './visitor-rows.ts'

interface VisitorsDialogProps {
  readonly profileId: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly visitors: readonly ListedVisitor[]
  readonly total: number
  readonly nowMs: number
}

const LINK =
  'inline-flex min-h-6 items-center gap-1 font-semibold text-accent hover:underline pointer-coarse:min-h-11'

function Reach({ visitor: { name, phone } }: { readonly visitor: ListedVisitor }) {
  const links = phoneLinks(phone)
  if (!links) return phone === '' ? null : <p className="text-ink-2 tabular-nums">{phone}</p>
  return (
    <p className="flex flex-wrap gap-x-4">
      <a
        href={links.tel}
        aria-label={`Llamar a ${isolated(name)}, ${links.text}`}
        className={`${LINK} tabular-nums`}
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
          className={LINK}
        >
          <MessageCircle aria-hidden="true" size={14} strokeWidth={1.9} />
          WhatsApp
        </a>
      )}
    </p>
  )
}

interface LineProps extends Pick<VisitorsDialogProps, 'profileId' | 'nowMs'> {
  readonly visitor: ListedVisitor
}

function Line({ profileId, visitor, nowMs }: LineProps) {
  const person = encodeURIComponent(visitor.person)
  return (
    <li className="@container border-t border-line py-3 [contain-intrinsic-size:auto_116px] [content-visibility:auto] first:border-0 first:pt-0.5">
      <div className="flex items-center gap-[11px]">
        <PersonAvatar name={visitor.name} />
        <span className="min-w-0 flex-1">
          <b dir="auto" className="block text-small font-[650] wrap-anywhere">
            {visitor.name}
          </b>
          {visitor.vcf_downloaded && <ContactBadge />}
        </span>
        <span className="grid flex-none justify-items-end">
          <CameAt at={visitor.named_at} nowMs={nowMs} />
          <ClickCount clicks={visitor.clicks} />
        </span>
      </div>
      <div className="grid gap-0.5 pl-[45px] text-small">
        {visitor.description !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
            {visitor.description}
          </p>
        )}
        <Reach visitor={visitor} />
        <p>
          <a
            href={`/comprobante#profile=${encodeURIComponent(profileId)}&person=${person}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`Comprobante de ${isolated(visitor.name)}`}
            className={LINK}
          >
            <FileText aria-hidden="true" size={14} strokeWidth={1.9} />
            Comprobante
          </a>
        </p>
      </div>
    </li>
  )
}

export function VisitorsDialog({
  profileId,
  open,
  onOpenChange,
  visitors,
  total,
  nowMs,
}: VisitorsDialogProps) {
  const some = total > visitors.length
  return (
    <Modal
      open={open}
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
        className="max-h-[min(60dvh,560px)] overflow-y-auto overscroll-contain rounded-sm"
      >
        <ul>
          {visitors.map((visitor) => (
            <Line key={visitor.name} profileId={profileId} visitor={visitor} nowMs={nowMs} />
          ))}
        </ul>
      </section>
    </Modal>
  )
}
