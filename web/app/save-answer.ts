import type { BaseQueryApi, BaseQueryFn, FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { saveFile } from '../ui/browser/copy-and-save.ts'
import { setCallHeaders, type ApiError } from './api.ts'

interface WantedFile {
  readonly url: string
  readonly params?: Readonly<Record<string, string>>
  readonly type: string
  /** For an answer without a name. */
  readonly name: string
}

type Ask = (
  args: FetchArgs,
) => ReturnType<BaseQueryFn<FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta>>

/** For a mutation, so that the file is not cached. It still reads: it waits for the last written position. */
export async function saveAnswer(
  { url, params, type, name }: WantedFile,
  { getState }: Pick<BaseQueryApi, 'getState'>,
  ask: Ask,
): Promise<{ readonly data: null } | { readonly error: ApiError }> {
  const headers = new Headers({ accept: type })
  setCallHeaders(headers, getState(), true)
  const answer = await ask({
    url,
    ...(params && { params: { ...params } }),
    headers,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  })
  if (answer.error) return { error: answer.error }
  const disposition = answer.meta?.response?.headers.get('content-disposition')
  saveFile(answer.data as Blob, fileNameOf(disposition) ?? name)
  return { data: null }
}

/** Prefers `filename*` (RFC 6266). */
export function fileNameOf(disposition: string | null | undefined): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;"\s]+)/i.exec(disposition ?? '')
  return decoded(encoded) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}
