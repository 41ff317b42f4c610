import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { QuotationCard } from './QuotationCard.tsx'
import { useQuotationsQuery } from '../list-calls.ts'

const FILTERS = [
  { value: 'all', text: 'Todas' },
  { value: 'pending', text: 'Pendientes' },
  { value: 'contacted', text: 'Contactadas' },
  { value: 'completed', text: 'Completadas' },
] as const

const NONE_PENDING = 'No hay cotizaciones pendientes'
const MINUTE_MS = 60_000

export function QuotationsPanel() {
  const list = useList('due')
  const answer = useQuotationsQuery(list.request)
  const nowMs = useNow(MINUTE_MS)
  const { search, filter } = list.request
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Cotizaciones"
      things="las cotizaciones"
      unit={['cotización', 'cotizaciones']}
      searchLabel="Empresa o contacto"
      states={FILTERS}
      empty={<EmptyNotice title={NONE_PENDING} />}
      noMatch={search === '' && filter === 'pending' ? NONE_PENDING : undefined}
      card={(quotation) => <QuotationCard key={quotation.id} quotation={quotation} nowMs={nowMs} />}
    />
  )
}
