import { CSV_TYPE } from '@app/contracts/api/call-parts.ts'
import { type AnswerMeta, api, nextPlace, totalIn } from '../../app/api.ts'
import { saveAnswer } from '../../app/calls.ts'
import { PAGE_ROWS, type ListPage, type ListRequest } from '../../ui/use-list.ts'
import { refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/Messages.tsx'

/** The lists of the panel, by their path below `/admin`. Each is also the tag of its answers. */
export const LISTS = ['users', 'activation-codes', 'quotations', 'profiles', 'reminders', 'requests'] as const
export type ListName = (typeof LISTS)[number]

const pageOf = <Row>(rows: readonly Row[], meta: AnswerMeta | undefined): ListPage<Row> => ({
  rows,
  total: totalIn(meta),
  next: nextPlace(meta),
})

interface RowsCall<Row> {
  readonly answer: { readonly parse: (body: unknown) => readonly Row[] }
}

/** The endpoint of a list. @param named what its call names filter and order */
export const listed = <Row, const Name extends ListName>(
  name: Name,
  { answer }: RowsCall<Row>,
  named = ({ filter, sort }: ListRequest): object => ({ state: filter, sort }),
) => ({
  query: (request: ListRequest) => ({
    url: `/admin/${name}`,
    params: { search: request.search, ...named(request), after: request.after, limit: PAGE_ROWS },
  }),
  transformResponse: (body: unknown, meta: AnswerMeta | undefined) => pageOf(answer.parse(body), meta),
  providesTags: [name],
})

export interface ExportedList {
  readonly file: 'activation-codes.csv' | 'reminders.csv' | 'history.csv'
  readonly params: Readonly<Record<string, string>>
}

export const adminApi = api
  .enhanceEndpoints({ addTagTypes: [...LISTS, 'History', 'Projections', 'Parked'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Number of all rows, on any tab of the list; of requests and quotations those that wait. */
      total: build.query<number, ListName>({
        query: (list) => ({
          url: `/admin/${list}`,
          params: {
            limit: 1,
            ...(list === 'requests' && { state: 'open' }),
            ...(list === 'quotations' && { status: 'pending' }),
          },
        }),
        transformResponse: (body, meta, list) =>
          list === 'reminders' ? (body as { readonly total: number }).total : totalIn(meta),
        providesTags: (_answer, _error, list) => [list],
      }),
      exportList: build.mutation<null, ExportedList>({
        queryFn: ({ file, params }, queryApi, _options, ask) =>
          saveAnswer({ url: `/admin/${file}`, params, type: CSV_TYPE, name: file }, queryApi, ask),
      }),
    }),
  })

export const { useTotalQuery, useExportListMutation } = adminApi

export type CallOutcome<Data> =
  { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown }

/** Waits for a request and shows its outcome; a failure only where no other part shows it. */
export function useTelling() {
  const say = useSay()
  return async <Data>(
    request: PromiseLike<CallOutcome<Data>>,
    done: string,
    failed?: string,
  ): Promise<boolean> => {
    const { error } = await request
    if (error === undefined) say(done)
    else if (failed !== undefined) say(`Error: ${refusalText(error, failed)}`)
    return error === undefined
  }
}
