import { isolated } from '@app/contracts/fields/isolated.ts'
import { Download, Phone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { phoneLinks } from '../../../ui/wording/phone-links.ts'
import { VisitorHead, type ListedVisitor } from './VisitorParts.tsx'
import { csvFile } from '@app/contracts/csv.ts'
import { dateText } from '../../../ui/wording/exact-time.ts'

const MARKS = /\p{Mn}/gu
const plain = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase()
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Visitors whose name, note or phone has the text; capitals, accents and the spaces of a number do not matter. */
export function visitorsWith(visitors: readonly ListedVisitor[], search: string): readonly ListedVisitor[] {
  const [text, digits] = [plain(search.trim()), digitsOf(search)]
  return visitors.filter(
    ({ name, description, phone }) =>
      plain(`${name}\n${description}\n${phone}`).includes(text) ||
      (digits.length > 2 && digitsOf(phone).includes(digits)),
  )
}

const HEAD = ['Nombre', 'Teléfono', 'Nota', 'Clics', 'Guardó el contacto', 'Fecha']

export const csvOfVisitors = (visitors: readonly ListedVisitor[]): string =>
  csvFile([
    HEAD,
    ...visitors.map(({ name, phone, description, clicks, vcf_downloaded: hasSaved, named_at: at }) => [
      name,
      phone,
      description,
      String(clicks),
      hasSaved ? 'Sí' : 'No',
      dateText(at),
    ]),
  ])

interface VisitorsDialogProps {
  readonly onOpenChange: (open: boolean) => void
  readonly visitors: readonly ListedVisitor[]
  readonly total: number
  readonly nowMs: number
}

const REACH_LINK =
  'inline-flex min-h-6 items-center gap-1 font-semibold text-accent hover:underline pointer-coarse:min-h-11'

/** To call the visitor, and to write to a mobile phone. */
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

interface ToolsProps {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly found: readonly ListedVisitor[]
}

function Tools({ search, onSearch, found }: ToolsProps) {
  const save = () => saveFile(new Blob([csvOfVisitors(found)], { type: 'text/csv' }), 'visitantes.csv')
  return (
    <div className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="Buscar visitante"
        placeholder="Nombre o nota"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        className="h-9 min-w-[min(12rem,100%)] flex-1 rounded-[10px] bg-surface px-2.5 text-small ring-1 ring-(--line-strong) ring-inset placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem]"
      />
      <Button
        size="sm"
        disabled={found.length === 0}
        icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
        className="h-9! pointer-coarse:h-11!"
        onClick={save}
      >
        Exportar CSV
      </Button>
    </div>
  )
}

export function VisitorsDialog({ onOpenChange, visitors, total, nowMs }: VisitorsDialogProps) {
  const some = total > visitors.length
  const [search, setSearch] = useState('')
  const found = visitorsWith(visitors, search)
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
      <Tools search={search} onSearch={setSearch} found={found} />
      <section
        aria-label="Lista de visitantes"
        // Focusable, so that arrow keys scroll it. No negative margin: in WebKit it makes the dialog scroll sideways.
        tabIndex={0}
        className="h-[min(60dvh,560px)] overflow-y-auto overscroll-contain rounded-sm pr-3"
      >
        {found.length === 0 && (
          <p role="status" className="py-3 text-small text-ink-2">
            Nadie coincide con tu búsqueda.
          </p>
        )}
        <ul>
          {found.map((visitor) => (
            <Line key={visitor.name} visitor={visitor} nowMs={nowMs} />
          ))}
        </ul>
      </section>
    </Modal>
  )
}
