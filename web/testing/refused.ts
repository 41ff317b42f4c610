import { REFUSALS, type RefusalCode } from '@app/contracts/refusals.ts'
import { HttpResponse } from 'msw'

/** A call refused as the server refuses it. */
export const refused = (
  code: RefusalCode,
  more: { readonly field?: string; readonly detail?: string; readonly retryAfter?: number } = {},
) =>
  HttpResponse.json(
    { detail: more.detail ?? REFUSALS[code].detail, code, ...(more.field ? { field: more.field } : {}) },
    {
      status: REFUSALS[code].status,
      headers: more.retryAfter === undefined ? {} : { 'retry-after': String(more.retryAfter) },
    },
  )

export const detailOf = (code: RefusalCode): string => REFUSALS[code].detail

/** Nobody answers. */
export const lost = (): Response => HttpResponse.error()
