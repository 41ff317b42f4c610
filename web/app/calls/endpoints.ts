import type { Call } from '@app/contracts/api/call.ts'

export type AnswerTo<C extends Call> = C['answer']['_output']
export type Body<C extends Call> = C['body']['_input']

const urlOf = ({ path }: Pick<Call, 'path'>): string => path.slice('/api'.length)

/** Parses the answer of a call. */
export const parsed = <C extends Call>({ answer }: C) => ({
  transformResponse: (body: unknown): AnswerTo<C> => answer.parse(body),
})

/** The endpoint of a call that reads, and has no parameters. */
export const gets = <C extends Call>(call: C) => ({ query: (_none: void) => urlOf(call), ...parsed(call) })

/** The endpoint of a call whose only argument is its body. */
export const sends = <C extends Call>(call: C, method: 'POST' | 'PUT' | 'DELETE' = 'POST') => ({
  query: (body: Body<C>) => ({ url: urlOf(call), method, body }),
  ...parsed(call),
})

/** The same for a call that is done once under its key, however often it is sent. */
export const sendsOnce = <C extends Call>(call: C) => ({
  query: ({ body, key }: { readonly body: Body<C>; readonly key: string }) => ({
    url: urlOf(call),
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  }),
  ...parsed(call),
})
