import type { AdminRequest } from '@app/contracts/privacy/rights.ts'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Badge } from '../../../ui/Panel.tsx'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { EmptyNotice } from '../../../ui/notices/Notice.tsx'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import type { Column } from '../../../ui/DataTable.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { searchWith } from '../../../app/public-url.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { originText, statusLook, titleOf } from './request-words.ts'
import { useRequestsQuery } from '../list-calls.ts'

const FILTERS = [
  { value: 'open', text: 'Abiertas' },
  { value: 'answered', text: 'Respondidas' },
  { value: 'all', text: 'Todas' },
] as const

const TAB = 'solicitudes'
const ID = /^[0-9a-f-]{36}$/
const MINUTE_MS = 60_000

const columnsOf = (search: string, nowMs: number): readonly Column<AdminRequest>[] => [
  {
    head: 'Solicitud',
    isTitle: true,
    cell: (row) => (
      <Link
        to={{ search: searchWith(search, { request: row.id }) }}
        preventScrollReset
        className="font-semibold wrap-anywhere text-accent hover:underline"
      >
        {titleOf(row)}
      </Link>
    ),
  },
  { head: 'Cómo llegó', cell: originText },
  {
    head: 'Recibida',
    cell: ({ received_at: at }) => <time dateTime={at}>{minuteLabel(Date.parse(at))}</time>,
  },
  { head: 'Plazo', cell: (row) => <Badge {...statusLook(row, nowMs)} /> },
]

export function RequestsPanel() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const list = useList('due_day', 'open')
  const answer = useRequestsQuery(list.asked)
  const nowMs = useNow(MINUTE_MS)
  const params = new URLSearchParams(search)
  const named = params.get('request') ?? ''
  // Other tabs keep this one's parameters in their addresses.
  const open = params.get('tab') === TAB && ID.test(named) ? named : undefined
  return (
    <>
      <ListPanel
        list={list}
        answer={answer}
        label="Solicitudes"
        things="las solicitudes"
        unit={['solicitud', 'solicitudes']}
        searchLabel="Nombre o correo"
        states={FILTERS}
        empty={<EmptyNotice title="No hay solicitudes abiertas." />}
        columns={columnsOf(search, nowMs)}
      />
      {open !== undefined && (
        <RequestDialog
          key={open}
          id={open}
          onClose={() =>
            void navigate({ search: searchWith(search, { request: '' }) }, { preventScrollReset: true })
          }
        />
      )}
    </>
  )
}
