import { deleteUpload, postUpload } from '@app/contracts/api/image-calls.ts'
import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import { api } from '../../../app/api.ts'
import { sendUpload } from '../../../app/calls/upload-query.ts'

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
