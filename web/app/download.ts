import type { FetchArgs, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react'
import { fileNameOf } from '../ui/file-name.ts'
import { saveFile } from '../ui/save-file.ts'
import { setCallHeaders, type ApiError } from './api.ts'

interface Download extends Pick<FetchArgs, 'url' | 'params'> {
  readonly type: string
  /** Where the server names none. */
  readonly name: string
}
type Ask = (
  args: FetchArgs,
) =>
  | QueryReturnValue<unknown, ApiError, FetchBaseQueryMeta>
  | PromiseLike<QueryReturnValue<unknown, ApiError, FetchBaseQueryMeta>>

/**
 * Saves the file that a call answers, for the `queryFn` of a mutation, so that it is not cached. It still reads: it waits
 * for the last written position.
 */
export async function download(
  ask: Ask,
  state: unknown,
  { type, name, ...call }: Download,
): Promise<{ data: null } | { error: ApiError }> {
  const headers = new Headers({ accept: type })
  setCallHeaders(headers, state, true)
  const answer = await ask({
    ...call,
    headers,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  })
  if (answer.error) return { error: answer.error }
  const disposition = answer.meta?.response?.headers.get('content-disposition')
  saveFile(answer.data as Blob, fileNameOf(disposition) ?? name)
  return { data: null }
}
