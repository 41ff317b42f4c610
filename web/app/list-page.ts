import type { AnswerMeta } from './api.ts'

/** Out of `Link: </api/admin/users?after=…>; rel="next"`. */
export function nextPlace(meta: AnswerMeta | undefined): string | undefined {
  const address = /^<([^>]*)>; rel="next"$/.exec(meta?.response?.headers.get('link') ?? '')?.[1]
  return new URLSearchParams(address?.split('?')[1]).get('after') ?? undefined
}

export const totalIn = (meta: AnswerMeta | undefined): number =>
  Number(meta?.response?.headers.get('total-count') ?? 0)
