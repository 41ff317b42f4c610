import { deleteUpload, postUpload } from '@app/contracts/api/image-calls.ts'
import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import { api, inSession, setCallHeaders, type AnswerMeta } from '../../../app/api.ts'
import type { BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query/react'

interface Upload {
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
const sendUpload = inSession(uploadQuery)

interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
}

interface ImageUpload extends ImagePlace {
  readonly file: Blob
  readonly onProgress: (part: number) => void
}

interface Changed {
  readonly message: string
}

const pathOf = ({ kind, profileId }: ImagePlace): string => `/upload/${kind}/${encodeURIComponent(profileId)}`

/** A network is away for seconds in a lift. The same picture twice is one change, whichever answer was lost. */
const PAUSES_MS = [500, 1_500, 3_000, 6_000]

/** A neutral name instead of the picked file's: the server stores none. */
const FILE_NAME = 'imagen'

/** Also after a failure: an answer that was lost may have been a success. */
const changedTags = (_answer: unknown, _error: unknown, { profileId }: ImagePlace) => [
  'Profiles' as const,
  { type: 'Profile' as const, id: profileId },
]

const imageApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadImage: build.mutation<Changed, ImageUpload>({
      queryFn: async ({ file, onProgress, ...place }, queryApi, options) => {
        const upload = { path: pathOf(place), file, fileName: FILE_NAME, onProgress }
        let { data, error } = await sendUpload(upload, queryApi, options)
        for (const ms of PAUSES_MS) {
          if (error?.status !== 'FETCH_ERROR') break
          await new Promise((resolve) => setTimeout(resolve, ms))
          if (queryApi.signal.aborted) break
          ;({ data, error } = await sendUpload(upload, queryApi, options))
        }
        return error ? { error } : { data: postUpload.answer.parse(data) }
      },
      invalidatesTags: changedTags,
    }),
    deleteImage: build.mutation<Changed, ImagePlace>({
      query: (place) => ({ url: pathOf(place), method: 'DELETE' }),
      transformResponse: (body) => deleteUpload.answer.parse(body),
      invalidatesTags: changedTags,
    }),
  }),
})

export const { useUploadImageMutation, useDeleteImageMutation } = imageApi
