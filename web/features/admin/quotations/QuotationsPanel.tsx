import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { useNow } from '../../../ui/browser/use-now.ts'
import { ListFrame } from '../lists/ListFrame.tsx'
import { useList } from '../lists/use-list.ts'
import { QuotationCard } from './QuotationCard.tsx'
import { useQuotationsQuery } from './quotations-api.ts'

const FILTERS = [
  { value: 'all', text: 'Todas' },
  { value: 'pending', text: 'Pendientes' },
  { value: 'contacted', text: 'Contactadas' },
  { value: 'completed', text: 'Completadas' },
] as const

const NONE_PENDING = 'No hay cotizaciones pendientes'
const MINUTE_MS = 60_000

export function QuotationsPanel() {
  const list = useList('quotations', 'due')
  const answer = useQuotationsQuery(list.asked)
  const nowMs = useNow(MINUTE_MS)
  const { search, filter } = list.asked
  return (
    <ListFrame
      list={list}
      answer={answer}
      things="las cotizaciones"
      unit={['cotización', 'cotizaciones']}
      searchLabel="Empresa o contacto"
      states={FILTERS}
      empty={<EmptyNotice title={NONE_PENDING} />}
      {...(search === '' && filter === 'pending' && { noMatch: NONE_PENDING })}
    >
      {(rows) => (
        <ul
          aria-label="Cotizaciones"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(440px,100%),1fr))] gap-3.5"
        >
          {rows.map((quotation) => (
            <QuotationCard key={quotation.id} quotation={quotation} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </ListFrame>
  )
}
