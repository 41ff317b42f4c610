import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import type { AdminCode } from '@app/contracts/codes.ts'
import { useId } from 'react'
import { Badge } from '../../../ui/Panel.tsx'
import { Button } from '../../../ui/Button.tsx'
import { dateText } from '../../../ui/wording/date-time.ts'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { EmailText } from '../../../ui/people.tsx'
import type { Column } from '../../../ui/DataTable.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { ExportButton } from '../ListButtons.tsx'
import { useCodesQuery } from '../admin-api.ts'
import { CopyCode, CreateCodes } from './CreateCodes.tsx'

const FILTERS = [
  { value: 'all', text: 'Todos' },
  { value: 'available', text: 'Disponibles' },
  { value: 'used', text: 'Usados' },
] as const

export function CodesPanel() {
  const list = useList('-created_at')
  const answer = useCodesQuery(list.request)
  const formId = useId()
  const { search, filter } = list.request
  return (
    <>
      <CreateCodes id={formId} />
      {/* Below the form the table would scroll beside a page that scrolls. */}
      <div className="[&_[role=region]]:max-h-none">
        <ListPanel
          list={list}
          answer={answer}
          label="Códigos"
          things="los códigos"
          unit={['código', 'códigos']}
          searchLabel="Código o cuenta"
          states={FILTERS}
          actions={
            <ExportButton
              file="activation-codes.csv"
              params={{ search, state: filter }}
              total={answer.data?.total}
            />
          }
          empty={
            <EmptyNotice title="Aún no hay códigos.">
              <Button type="submit" form={formId}>
                Crear código
              </Button>
            </EmptyNotice>
          }
          noMatch={search === '' ? undefined : 'Nada coincide. Un código se busca completo.'}
          columns={COLUMNS}
        />
      </div>
    </>
  )
}

const Day = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span className="text-ink-3">-</span>
  ) : (
    <time dateTime={at} className="text-ink-2 tabular-nums">
      {dateText(at)}
    </time>
  )

const COLUMNS: readonly Column<AdminCode>[] = [
  { head: 'Código', isTitle: true, cell: (row) => <Code {...row} /> },
  {
    head: 'Estado',
    cell: ({ used }) =>
      used ? <Badge tone="neutral" text="Usado" /> : <Badge tone="ok" text="Disponible" />,
  },
  { head: 'Perfiles', isNumber: true, cell: ({ max_profiles }) => max_profiles },
  { head: 'Creado', sort: 'created_at', cell: ({ created_at }) => <Day at={created_at} /> },
  { head: 'Usado', cell: ({ used_at }) => <Day at={used_at} /> },
  { head: 'Cuenta', cell: (row) => <Account {...row} /> },
]

const Code = ({ code }: Pick<AdminCode, 'code'>) => (
  <span className="flex items-center gap-1 max-md:w-full max-md:justify-between">
    <b className="font-mono font-semibold tracking-[.02em]">{code}</b>
    <CopyCode code={code} />
  </span>
)

function Account({ used_by }: Pick<AdminCode, 'used_by'>) {
  if (used_by === null) return <span className="text-ink-3">-</span>
  const { name, email, is_blocked } = used_by
  if (is_blocked) return <span className="text-ink-3">{BLOCKED_TEXT}</span>
  if (name === '' && email === '') return <span className="text-ink-3">Cuenta borrada</span>
  return (
    <span className="grid min-w-0 max-md:text-right md:max-w-[240px]">
      <b dir="auto" title={name} className="font-semibold wrap-anywhere md:truncate">
        {name}
      </b>
      <span title={email} className="text-micro wrap-anywhere text-ink-3 md:truncate">
        <EmailText email={email} />
      </span>
    </span>
  )
}
