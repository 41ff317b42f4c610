import type { BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { inSession, setCallHeaders, type AnswerMeta } from '../api.ts'

export interface Upload {
  readonly path: string
  readonly file: Blob
  readonly fileName: string
  /** @param part of the bytes that are sent, from 0 to 1 */
  readonly onProgress: (part: number) => void
}

const FIELD = 'file'
const LOST: FetchBaseQueryError = { status: 'FETCH_ERROR', error: 'no answer' }

type Answer =
  | { readonly data: unknown; readonly meta: AnswerMeta }
  | { readonly error: FetchBaseQueryError; readonly meta?: AnswerMeta }

/** `fetch` does not report how much of a body is sent. */
const uploadQuery: BaseQueryFn<Upload, unknown, FetchBaseQueryError, object, AnswerMeta> = (
  { path, file, fileName, onProgress },
  { getState, signal },
) =>
  new Promise<Answer>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    const headers = new Headers()
    setCallHeaders(headers, getState(), false)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.upload.addEventListener('load', () => onProgress(1))
    request.addEventListener('load', () => resolve(answerOf(request)))
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => resolve({ error: LOST }))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(FIELD, file, fileName)
    request.send(form)
  })

function answerOf(request: XMLHttpRequest): Answer {
  const { status, responseText } = request
  const meta = { response: new Response(responseText, { status, headers: headersOf(request) }) }
  try {
    const data: unknown = JSON.parse(responseText)
    return status < 300 ? { data, meta } : { error: { status, data }, meta }
  } catch (error) {
    const unread = { status: 'PARSING_ERROR', originalStatus: status, data: responseText } as const
    return { error: { ...unread, error: String(error) }, meta }
  }
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return headers
}

/** Sends one file as a form, in the session and with progress. */
export const sendUpload = inSession(uploadQuery)
