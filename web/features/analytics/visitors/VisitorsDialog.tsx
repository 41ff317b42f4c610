import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { PersonAvatar } from '../../../ui/people/PersonAvatar.tsx'
import { Came, ContactBadge, Reach } from './VisitorParts.tsx'
import type { ListedVisitor } from './visitor-rows.ts'
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

interface LineProps extends Pick<VisitorsDialogProps, 'nowMs'> {
  readonly visitor: ListedVisitor
}

function Line({ visitor, nowMs }: LineProps) {
  return (
    <li className="@container border-t border-line py-3 [contain-intrinsic-size:auto_116px] [content-visibility:auto] first:border-0 first:pt-0.5">
      <div className="visitor-head flex items-center gap-[11px]">
        <PersonAvatar name={visitor.name} />
        <span className="min-w-0 flex-1">
          <b dir="auto" className="block text-small font-[650] wrap-anywhere">
            {visitor.name}
          </b>
          {visitor.vcf_downloaded && <ContactBadge />}
        </span>
        <Came visitor={visitor} nowMs={nowMs} />
      </div>
      <div className="visitor-more grid gap-0.5 text-small">
        {visitor.description !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
            {visitor.description}
          </p>
        )}
        <Reach visitor={visitor} />
      </div>
    </li>
  )
}

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
        className="visitor-search h-9 min-w-[min(12rem,100%)] flex-1 rounded-[10px] bg-surface px-2.5 text-small ring-1 ring-(--line-strong) ring-inset placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem]"
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
  const list = useRef<HTMLElement>(null)
  const [height, setHeight] = useState<number>()
  const found = visitorsWith(visitors, search)
  /** As tall as with all of them, so that the dialog stays while one types. */
  const onSearch = (text: string): void => {
    setHeight((before) => (text === '' ? undefined : (before ?? list.current?.offsetHeight)))
    setSearch(text)
  }
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
      <Tools search={search} onSearch={onSearch} found={found} />
      <section
        ref={list}
        style={{ height }}
        aria-label="Lista de visitantes"
        // Focusable, so that arrow keys scroll it. No negative margin: in WebKit it makes the dialog scroll sideways.
        tabIndex={0}
        className="visitor-list overflow-y-auto overscroll-contain rounded-sm pr-3"
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
