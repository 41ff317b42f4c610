import type { AdminRequest, AdminRequestDetail } from '@app/contracts/privacy/requests.ts'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Badge } from '../../../ui/Panel.tsx'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { EmptyNotice, FailedNotice } from '../../../ui/notices/states.tsx'
import { minuteLabel, dayLabel } from '../../../ui/wording/date-time.ts'
import type { Column } from '../../../ui/DataTable.tsx'
import { ListPanel, ListSkeleton } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { searchWith, publicUrl } from '../../../app/public-url.ts'
import { originText, statusLook, titleOf, requestMail } from './request-words.ts'
import { useRequestsQuery, useRequestQuery } from '../admin-api.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/request-kinds.ts'
import type { ReactNode } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { positionLabel } from '../../../ui/wording/figures.ts'
import type { WantedPerson } from '../history/use-history-list.ts'
import { AnswerForm, UnblockForm } from './RequestForms.tsx'

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
  const answer = useRequestsQuery(list.request)
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

export function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { currentData: request, error, isFetching, refetch } = useRequestQuery(id)
  return (
    <Modal open onOpenChange={onClose} title={request ? titleOf(request) : 'Solicitud'}>
      {request ? (
        <div className="grid gap-4">
          <Facts request={request} />
          {request.status === 'open' && <AnswerForm request={request} />}
          {request.status === 'answered' && request.is_blocked && <UnblockForm request={request} />}
        </div>
      ) : error && !isFetching ? (
        <FailedNotice
          text={refusalText(error, 'No pudimos cargar la solicitud.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </Modal>
  )
}

const OTHER_ANSWERS = { nothing: 'No guardamos nada de lo que pidió.', refused: 'No se hizo lo que pidió.' }

function answerText({ template }: AdminRequestDetail): string | null {
  if (template === null) return null
  return template === 'nothing' || template === 'refused'
    ? OTHER_ANSWERS[template]
    : ADMIN_ANSWERS[template].text
}

const LINK = 'font-semibold text-accent hover:underline'

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children !== null &&
  children !== '' && (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-ink-3">{name}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  )

const Outside = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className={LINK}>
    {text}
  </a>
)

function Facts({ request }: { readonly request: AdminRequestDetail }) {
  const { search } = useLocation()
  const { asked, card, email, due_day: day, answered_at: at, position } = request
  const mail = requestMail(request, publicUrl())
  return (
    <dl className="grid gap-2 text-small">
      <Fact name="Tarjeta">{card && <Outside href={`/pages/${card.slug}`} text={card.name} />}</Fact>
      <Fact name="Nombre">
        {asked.name && (
          <Link
            to={{ search: searchWith(search, { tab: 'historial', request: '' }) }}
            state={{ person: asked.name } satisfies WantedPerson}
            title="Buscar en Historial"
            className={LINK}
          >
            {asked.name}
          </Link>
        )}
      </Fact>
      <Fact name="Teléfono">{shownPhone(asked.phone) ?? asked.phone}</Fact>
      <Fact name="Qué dice">{asked.words}</Fact>
      <Fact name="Correo">{mail ? <Outside href={mail} text={`Escribir a ${email ?? ''}`} /> : email}</Fact>
      <Fact name="Recibida">{minuteLabel(Date.parse(request.received_at))}</Fact>
      <Fact name="Plazo">{`${dayLabel(day)}, por ley${request.is_prolonged ? ', prorrogado' : ''}`}</Fact>
      <Fact name="Respuesta">{answerText(request)}</Fact>
      <Fact name="Motivo">{request.reason}</Fact>
      <Fact name="Respondida">{at && minuteLabel(Date.parse(at))}</Fact>
      <Fact name="Registro">
        <Link to={{ search: searchWith(search, { tab: 'historial', event: position }) }} className={LINK}>
          {`Ver ${positionLabel(position)} en Historial`}
        </Link>
      </Fact>
    </dl>
  )
}
