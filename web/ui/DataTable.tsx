import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMedia } from './browser/use-browser.ts'
import { SelectBox } from './forms/choices.tsx'

export interface Column<Row> {
  readonly head: string
  /** The column that the server sorts by; without it there is no button. */
  readonly sort?: string
  /** Words: the first press begins with A. */
  readonly isText?: boolean
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Says what the row is about: beside it on a wide screen, the card's title on a phone. */
  readonly isTitle?: boolean
  /** The head is for screen readers, and the cell is the end of the card. */
  readonly isActions?: boolean
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** `column`, or `-column` for descending. */
  readonly sort?: string
  readonly onSort?: (sort: string) => void
}

const TABLE =
  'relative max-md:contents md:scroll-pt-9 md:scroll-pr-[140px] md:scroll-pl-[250px] ' +
  'md:overflow-auto md:rounded-lg md:bg-surface ' +
  'md:shadow-[0_0_0_1px_var(--line),var(--shadow-1)] forced-colors:md:border ' +
  'md:max-h-[min(76dvh,980px)]'

/** On a phone each row is a card; the roles are named because their elements lose them there in some browsers. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort = '', onSort } = props
  const wide = useMedia('(min-width: 768px)')
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      // A focused element is scrolled out from under the head and the fixed columns.
      className={TABLE}
    >
      {!wide && onSort && columns.some(({ sort: by }) => by) && (
        <SortField columns={columns} sort={sort} onSort={onSort} />
      )}
      <table
        role="table"
        aria-label={label}
        className="w-full border-separate border-spacing-0 text-small max-md:block"
      >
        <thead role="rowgroup" className="max-md:block">
          <tr role="row" className="max-md:relative max-md:block">
            {columns.map((column) => (
              <Head key={column.head} column={column} sort={sort} onSort={wide ? onSort : undefined} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:gap-2.5">
          {rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              className={
                'group max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-1.5 ' +
                'max-md:rounded-lg max-md:bg-surface max-md:p-3.5 ' +
                'max-md:shadow-[0_0_0_1px_var(--line),var(--shadow-1)] forced-colors:max-md:border'
              }
            >
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: string
  readonly onSort: ((sort: string) => void) | undefined
}

function SortField<Row>({
  columns,
  sort,
  onSort,
}: Required<Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'>>) {
  return (
    <label className="mb-2.5 flex flex-wrap items-center gap-x-2 text-small text-ink-2 *:flex-[1_1_9rem]">
      Ordenar por
      <SelectBox value={sort} onChange={({ target }) => onSort(target.value)}>
        {columns.flatMap(({ head, sort: by }) =>
          by === undefined
            ? []
            : [
                <option key={by} value={by}>{`${head}, ascendente`}</option>,
                <option key={`-${by}`} value={`-${by}`}>{`${head}, descendente`}</option>,
              ],
        )}
      </SelectBox>
    </label>
  )
}

const HEAD =
  'text-micro font-semibold whitespace-nowrap text-ink-2 max-md:sr-only md:sticky md:top-0 md:z-[1] md:h-9 md:border-b md:border-line md:bg-surface-2 md:px-3'
const ORDERS = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown } as const

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { head, sort: by, isText = false, isNumber, isTitle, isActions } = column
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  const Icon = ORDERS[order]
  const isDescendingNext = order === 'ascending' || (order === 'none' && !isText)
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={by === undefined ? undefined : order}
      className={`${HEAD} ${isNumber ? 'text-right' : 'text-left'} ${isTitle ? 'md:left-0 md:z-[2]' : ''} ${isActions ? 'md:right-0' : ''}`}
    >
      {by === undefined || !onSort ? (
        <span className={isActions ? 'sr-only' : ''}>{head}</span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(isDescendingNext ? `-${by}` : by)}
          className="inline-flex h-9 items-center gap-1 hover:text-ink pointer-coarse:h-11"
        >
          <span>{head}</span>
          <Icon aria-hidden="true" size={13} strokeWidth={2.2} />
        </button>
      )}
    </th>
  )
}

/** A name or an e-mail in a cell: as wide as the other columns allow, then on a second line. */
export const TABLE_TEXT = 'min-w-0 wrap-anywhere md:line-clamp-2 md:whitespace-normal'

const CELL =
  'border-line max-md:flex max-md:min-w-0 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3 ' +
  'max-md:*:max-w-full max-md:*:flex-wrap max-md:*:gap-y-0 ' +
  'md:h-12 md:border-b md:px-3 md:py-1.5 md:whitespace-nowrap md:group-last:border-0 md:group-hover:bg-surface-2'
const ACTIONS = 'max-md:justify-end md:sticky md:right-0 md:bg-surface md:text-right'
const TITLE = 'md:sticky md:left-0 md:bg-surface lg:static max-md:text-body'

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { head, cell, isNumber, isTitle, isActions } = column
  return (
    <td
      role="cell"
      className={`${CELL} ${isNumber ? 'tabular-nums md:text-right' : ''} ${isTitle ? TITLE : ''} ${isActions ? ACTIONS : ''}`}
    >
      {!isTitle && !isActions && (
        <span aria-hidden="true" className="text-ink-3 md:hidden">
          {head}
        </span>
      )}
      {cell(row)}
    </td>
  )
}
